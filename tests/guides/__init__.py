"""``python -m tests.guides [NAME …]``: take the images of the how-to pages, in both languages.

Each page has a scene, played on real data in a real browser; what it shows is saved beside the page
it belongs to. No test of the suite does this: a scene takes up to a minute.
"""
