"""Drawing: display lists in millimetres, themes, fonts, and the back ends that write SVG, PNG and PDF."""
