"""Drift: do the calls of a deployed model still look like the samples that it was judged on?"""
