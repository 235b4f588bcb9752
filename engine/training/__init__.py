"""The training loop and all that keeps it exact, interruptible and quick."""
