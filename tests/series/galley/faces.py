"""What is printed on counters."""

from msgspec.structs import replace

from jdgtools.render.counters.plain import PlainFaces
from jdgtools.render.counters.spec import Fill


class OarFaces(PlainFaces):
    """Faces of the series: a bar for heavy ships."""

    def unit(self, context, unit, back):
        """Front or back."""
        face = super().unit(context, unit, back)
        if unit.type != "galleass":
            return face
        return replace(face, parts=(*face.parts, Fill((13.4, 3.4, 0.5, 7.0), "$figure")))


FACES = OarFaces()
