"""Run a model package: ``easel.runtime.load("package.zip").predict("photo.jpg")``."""
