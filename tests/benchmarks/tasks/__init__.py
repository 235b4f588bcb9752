"""One module per task, ``run(quick)``: train on real data and return what was measured.

The module of ``image.classification`` is ``image_classification``. ``measuring`` holds what all of
them share, ``runner`` runs them and prints the table.
"""
