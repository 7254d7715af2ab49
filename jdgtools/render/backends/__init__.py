"""Back ends: scenes become SVG text, PNG bytes and PDF bytes."""
