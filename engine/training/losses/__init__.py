"""Training losses, and which place of a network learns which object."""
