import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
const SMALLEST = 1024;

/**
 * Write `.br` and `.gz` beside every text asset, so that the server never compresses.
 *
 * It runs once the bundle is written: Vite fills in its preload lists after all `generateBundle`
 * hooks, and a copy made there would hold the placeholders.
 */
export function precompress(): Plugin {
  return {
    name: "easel:precompress",
    apply: "build",
    enforce: "post",
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error("The build writes to no folder.");
      const jobs = Object.values(bundle).map(async (file) => {
        const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
        if (!COMPRESSIBLE.test(file.fileName) || content.length < SMALLEST) return;
        const [brotli, zipped] = await Promise.all([
          promisify(brotliCompress)(content, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 10 },
          }),
          promisify(gzip)(content, { level: 9 }),
        ]);
        await writeFile(join(dir, `${file.fileName}.br`), brotli);
        await writeFile(join(dir, `${file.fileName}.gz`), zipped);
      });
      await Promise.all(jobs);
    },
  };
}
