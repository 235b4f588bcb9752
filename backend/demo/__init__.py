"""``make demo``: the product's main job on real data, through its public interfaces only.

Starts the whole installation, makes an organisation and an administrator, and takes scikit-learn's
bundled handwritten digits from image files to a called endpoint. Every step is found done and
skipped when it runs again.
"""
