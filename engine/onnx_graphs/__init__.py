"""What writes networks as ONNX graphs: a builder, torch networks, trees."""
