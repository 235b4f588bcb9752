"""A tour of the product: every task taken from real data to an answered call, in a real browser.

``python -m tests.tour [KEY …]`` walks it and leaves images of each page in both languages.
"""
