import type { QueryClient } from "@tanstack/react-query";

import { Problem } from "./problem";
import { isServerAway, noteServer, watchServer } from "./reachability";

const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/** Tell whether there was no answer, or that of a server which cannot work at present. */
export function isAwayError(error: unknown): boolean {
  return error instanceof Problem && (error.status === 0 || error.status >= 502);
}

/** Read again what is shown and could not be read because nobody answered. */
function readAgain(client: QueryClient): void {
  void client.refetchQueries({
    type: "active",
    predicate: ({ state }) => state.status === "error" && isAwayError(state.error),
  });
}

/**
 * Look whether a server that went away is back, and then read again what could not be read.
 *
 * It is asked ever more seldom, and at once when the network comes back or the window is looked at
 * again. A server that answers but is soon gone again is asked as seldom as before.
 *
 * @returns what ends it.
 */
export function reconnect(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_MS;
  let backAt = -Infinity;

  const probe = async () => {
    clearTimeout(timer);
    // A server without its database says so here.
    const response = await fetch("/api/v1/health", { cache: "no-store" }).catch(() => null);
    if (response?.ok) noteServer(false);
    else if (isServerAway()) wait();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void probe(), delay);
    delay = Math.min(2 * delay, LONGEST_MS);
  };
  const changed = () => {
    if (isServerAway()) {
      if (performance.now() - backAt > 2 * LONGEST_MS) delay = FIRST_MS;
      wait();
      return;
    }
    clearTimeout(timer);
    backAt = performance.now();
    readAgain(client);
  };
  const probeNow = () => {
    if (isServerAway() && document.visibilityState === "visible") void probe();
  };

  const unwatch = watchServer(changed);
  if (isServerAway()) wait();
  window.addEventListener("online", probeNow);
  document.addEventListener("visibilitychange", probeNow);
  return () => {
    clearTimeout(timer);
    unwatch();
    window.removeEventListener("online", probeNow);
    document.removeEventListener("visibilitychange", probeNow);
  };
}
