"""Training of networks that transcribe speech."""
