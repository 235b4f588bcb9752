import { useSyncExternalStore } from "react";

import type { ThemeMode } from "./tokens";

const STORAGE_KEY = "easel.theme";
const DARK = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
DARK.addEventListener("change", () => listeners.forEach((notify) => notify()));

function read(): ThemeMode {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen === "light" || chosen === "dark") return chosen;
  return DARK.matches ? "dark" : "light";
}

export function setThemeMode(mode: ThemeMode): void {
  localStorage.setItem(STORAGE_KEY, mode);
  listeners.forEach((notify) => notify());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The mode chosen on this device, else the system's. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, read);
}
