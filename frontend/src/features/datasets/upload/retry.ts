import { Problem } from "@/api/problem";

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/** How long to wait before the n-th attempt again (1, 2, …): doubling, up to half a minute. */
export function retryDelay(attempt: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}

/** A pause that ends early when the signal is aborted or the browser is back on line. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      globalThis.removeEventListener("online", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener("abort", finish);
    globalThis.addEventListener("online", finish);
    if (signal.aborted) finish();
  });
}

/** The file cannot be read any more: it was moved, changed or its disk is gone. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotReadableError";
}

/** Whether trying again may help: no connection, too many requests, or a server that restarts. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof Problem &&
    (error.status === 0 || error.status === 429 || (error.status >= 502 && error.status <= 504))
  );
}
