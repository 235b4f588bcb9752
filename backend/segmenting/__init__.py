"""Click-to-segment: a model that outlines what people point at, where its weights are at hand."""
