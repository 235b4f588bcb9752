"""XML and YAML from outside, and XML on its way out."""
