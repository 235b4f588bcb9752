"""Faults are put where code runs, one at a time, and the rest of the text stays."""

from __future__ import annotations

from tests.mutation.mutants import mutants

TEXT = '''"""What 1 module is."""

LIMIT: int = 3


def bounded(count: int, *, 中文: str = "多") -> int:
    """Return at most 3."""
    if count < LIMIT and 中文:
        return count + 1
    raise ValueError(f"{count} is more than {LIMIT - 0}.")
'''


def test_each_fault_stands_alone_where_code_runs() -> None:
    found = {one.fault: one for one in mutants(TEXT)}
    assert list(found) == [
        "condition turned round: if count < LIMIT and 中文:\n    return count + 1",
        "and for or: count < LIMIT and 中文",
        "compared otherwise: count < LIMIT",
        "nothing returned: return count + 1",
        "counted otherwise: count + 1",
        "one more: 1",
        "left out: raise ValueError(f'{count} is more than {LIMIT - 0}.')",
    ]
    changed = found["counted otherwise: count + 1"]
    assert (changed.line, changed.text) == (9, TEXT.replace("count + 1", "(count - 1)"))
    assert changed.function == "bounded"
    raised = found["left out: raise ValueError(f'{count} is more than {LIMIT - 0}.')"]
    assert raised.text.endswith("        return count + 1\n    pass\n")
