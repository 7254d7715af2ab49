"""Drawing maps: from the model to a scene of named layers, for print and for the screen."""
