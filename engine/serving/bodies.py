"""How much memory the bodies of all requests of a process may take together."""

from __future__ import annotations


class Bodies:
    """Counts the bytes of bodies that are kept until their requests are answered.

    One body may take more than there is in all, alone: how long one may be is another limit.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.num_bytes = 0

    def take(self, num_bytes: int, *, own: int) -> bool:
        """Keep more of a body of which ``own`` bytes are kept; tell whether there is room."""
        others = self.num_bytes - own
        if others > 0 and self.num_bytes + num_bytes > self.max_bytes:
            return False
        self.num_bytes += num_bytes
        return True

    def give_back(self, num_bytes: int) -> None:
        """Make room again."""
        self.num_bytes -= num_bytes
