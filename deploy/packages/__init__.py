"""What Easel is installed with: which packages, under which licences, from which files.

``python -m deploy.packages write`` writes ``docs/reference/licences.md`` and the bill of materials
``deploy/sbom.cdx.json``; ``check`` says whether they tell the truth about what is installed;
``lock`` writes ``deploy/constraints.txt`` with the hashes of the files that may be installed;
``advisories FILE`` looks for known vulnerabilities without a network.
"""
