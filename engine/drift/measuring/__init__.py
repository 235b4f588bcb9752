"""What is measured of one call, by kind of input: cheap, and the same at export and at serving."""
