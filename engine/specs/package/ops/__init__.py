"""The closed, versioned list of operations around the network, one module per kind of input.

Each module ends in a union of its ops; ``manifest`` puts them together. A runtime implements an op
under the same name in ``easel.runtime``; exact definitions: ``docs/reference/manifest-ops.md``.
"""
