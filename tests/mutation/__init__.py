"""Whether the tests of the most important modules would notice a fault in them."""
