"""Writers of finished products: each sees only the model and what is derived from it."""
