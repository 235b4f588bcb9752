import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

import { firstPageBudget } from "./build/first-page-budget.ts";
import { precompress } from "./build/precompress.ts";

const backend = process.env.EASEL_BACKEND_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [
    react(),
    firstPageBudget({
      pages: { "home-page": ["frame"], "sign-in-page": [], "share-page": [] },
      limitKilobytes: 350,
    }),
    precompress(),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(["/api", "/oauth", "/rpc"].map((path) => [path, backend])),
  },
  build: { target: "es2022", chunkSizeWarningLimit: 1200, reportCompressedSize: false },
  test: {
    // Otherwise Vitest empties the file that the tokens are read from.
    css: { include: [/tokens\.css/] },
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        // To make a document for each file takes far longer than what these files test.
        test: {
          name: "logic",
          include: ["src/**/*.test.ts"],
          exclude: ["src/**/*.dom.test.ts"],
          environment: "node",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["src/**/*.test.tsx", "src/**/*.dom.test.ts"],
          environment: "jsdom",
          // One window for all files of a process: to make one, and to load the libraries into it,
          // takes as long as most of the tests. Our own modules are loaded anew for each file.
          isolate: false,
          setupFiles: ["src/test/setup.ts"],
        },
      },
    ],
  },
});
