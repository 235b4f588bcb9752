interface Wheel {
  file: string;
  sha256: string;
}

/**
 * What installs wheels of this site. They are named by their addresses, which no package of the same
 * name on an index can answer for, and pip proves the downloads by their digests.
 */
export function installCode(wheels: readonly Wheel[], origin: string): string {
  const addresses = wheels.map(({ file, sha256 }) => {
    const name = isEngine(file) ? "easel-engine" : "easel[client]";
    return `  "${name} @ ${origin}/wheels/${file}#sha256=${sha256}"`;
  });
  return ["python -m pip install", ...addresses].join(" \\\n");
}

/** The wheels that models are asked with, without what trains them. */
export function withoutEngine<T extends Wheel>(wheels: readonly T[]): T[] {
  return wheels.filter(({ file }) => !isEngine(file));
}

function isEngine(file: string): boolean {
  return file.startsWith("easel_engine-");
}

export const THREE_LINES = `import easel

model = easel.fit("photos/", task="image.classification")
print(model.evaluate("other_photos/"))
model.export("model.zip")`;
