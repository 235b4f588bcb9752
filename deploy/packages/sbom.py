"""The bill of materials in CycloneDX 1.6; the same for the same packages, so that it compares."""

from __future__ import annotations

import uuid

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from deploy.packages.installed import ROOT, Package, shipped_packages

PATH = ROOT / "deploy" / "sbom.cdx.json"
_LICENCES = LicenseFactory()


def bill() -> str:
    """Return the document as JSON."""
    packages = shipped_packages()
    bom = Bom(components=[_component(one) for one in packages])
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, "\n".join(one.purl for one in packages))
    easel = Component(
        name="easel",
        type=ComponentType.APPLICATION,
        bom_ref="easel",
        licenses=[_LICENCES.make_from_string("Apache-2.0")],
    )
    bom.metadata.component = easel
    bom.register_dependency(easel, bom.components)
    # The only part that would differ each time.
    bom.metadata.timestamp = bom.metadata.timestamp.replace(
        year=2000, month=1, day=1, hour=0, minute=0, second=0, microsecond=0
    )
    output = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6)
    return str(output.output_as_string(indent=1)) + "\n"


def _component(package: Package) -> Component:
    return Component(
        name=package.name,
        version=package.version,
        type=ComponentType.LIBRARY,
        purl=PackageURL.from_string(package.purl),
        bom_ref=package.purl,
        licenses=[_LICENCES.make_from_string(package.licence)],
    )
