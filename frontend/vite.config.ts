import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

import { firstPageBudget } from "./build/first-page-budget";
import { precompress } from "./build/precompress";

const backend = process.env.EASEL_BACKEND_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [
    react(),
    firstPageBudget({ pages: ["home-page", "sign-in-page"], limitKilobytes: 350 }),
    precompress(),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(["/api", "/oauth", "/rpc"].map((path) => [path, backend])),
  },
  build: { target: "es2022", chunkSizeWarningLimit: 1200, reportCompressedSize: false },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 20_000,
  },
});
