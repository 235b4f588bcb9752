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
    enforce: "post",
    generateBundle: {
      // After Vite itself: its own last step still writes preload lists into the chunks.
      order: "post",
      async handler(_options, bundle) {
        const jobs = Object.values(bundle).map(async (file) => {
          const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (!COMPRESSIBLE.test(file.fileName) || content.length < SMALLEST) return;
          const [brotli, zipped] = await Promise.all([
            promisify(brotliCompress)(content, {
              params: { [constants.BROTLI_PARAM_QUALITY]: 10 },
            }),
            promisify(gzip)(content, { level: 9 }),
          ]);
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: brotli });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: zipped });
        });
        await Promise.all(jobs);
      },
    },
  };
}
