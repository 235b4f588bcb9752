"""To be written."""


def get_view(): ...
