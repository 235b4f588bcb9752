"""How each kind of job is carried out."""
