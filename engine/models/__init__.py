"""Networks: the architectures behind the backbone keys of the catalog."""
