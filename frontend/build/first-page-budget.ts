import { gzipSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

interface Budget {
  /** Names of the page modules a visitor may see first, each with what stands around it. */
  pages: Readonly<Record<string, readonly string[]>>;
  limitKilobytes: number;
}

/** Fail the build when a first page loads more compressed JavaScript than it may. */
export function firstPageBudget({ pages, limitKilobytes }: Budget): Plugin {
  return {
    name: "easel:first-page-budget",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.filter((chunk) => chunk.isEntry);
      const languages = chunks.filter((chunk) => chunk.facadeModuleId?.endsWith("/i18n/zh-CN.ts"));
      const named = (module: string) => {
        const own = chunks.filter((chunk) => chunk.facadeModuleId?.includes(`/${module}.`));
        return own.length === 0 ? this.error(`No page module is called '${module}'.`) : own;
      };
      for (const [page, around] of Object.entries(pages)) {
        const own = [page, ...around].flatMap(named);
        const bytes = compressedBytes([...entry, ...languages, ...own], bundle);
        const kilobytes = Math.ceil(bytes / 1024);
        this.info(`${page}: ${kilobytes} KB of compressed JavaScript`);
        if (kilobytes >= limitKilobytes) {
          this.error(
            `'${page}' loads ${kilobytes} KB of compressed JavaScript; the limit is ` +
              `${limitKilobytes} KB. Load what the first view does not need by import().`,
          );
        }
      }
    },
  };
}

function compressedBytes(roots: Rollup.OutputChunk[], bundle: Rollup.OutputBundle): number {
  const seen = new Set<string>();
  const queue = roots.map((chunk) => chunk.fileName);
  let bytes = 0;
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = bundle[name];
    if (seen.has(name) || chunk?.type !== "chunk") continue;
    seen.add(name);
    bytes += gzipSync(chunk.code).length;
    queue.push(...chunk.imports);
  }
  return bytes;
}
