"""The version that packages name as their maker."""

ENGINE_VERSION = "0.1.0"
