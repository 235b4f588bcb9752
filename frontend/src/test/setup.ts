import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// Machines that run many things at once are slow; a passing test does not wait.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// Files that share a window each begin where the first did.
sessionStorage.clear();
window.history.replaceState(null, "", "/");
document.title = "";

// Charts and players load when first shown; one that still loads would find its page torn down.
afterAll(() => vi.dynamicImportSettled());

// jsdom lacks these browser parts that antd and our own layout ask for.
window.matchMedia ??= (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});
Element.prototype.scrollIntoView ??= () => undefined;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
