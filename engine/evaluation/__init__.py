"""How good a model is, on which samples, and where it errs: plain NumPy, no metric library."""
