from ._engine.tuning.samplers.sfde import SfdeSampler

__all__ = ["SfdeSampler"]
