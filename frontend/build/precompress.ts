import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
const SMALLEST = 1024;

/** Write `.br` and `.gz` beside every text asset, so that the server never compresses. */
export function precompress(): Plugin {
  return {
    name: "easel:precompress",
    apply: "build",
    // The files as they were written: other plugins still change chunks in generateBundle.
    async writeBundle({ dir = "dist" }, bundle) {
      const paths = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(paths.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
}
