"""Where the weights come from that a network starts with."""
