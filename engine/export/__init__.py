"""From a trained network to a model package: files that any runtime can use."""
