/** Whether the server answers, as far as the last request tells. */
let isAway = false;
const listeners = new Set<() => void>();

export function isServerAway(): boolean {
  return isAway;
}

export function watchServer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Note that the server answered, or that it did not. */
export function noteServer(isGone: boolean): void {
  if (isGone === isAway) return;
  isAway = isGone;
  for (const listener of [...listeners]) listener();
}

/**
 * What an answer tells of the server: that it is away where somebody on the way answered in its
 * place (its own refusals are coded), and nothing where it could not do what it was asked.
 */
function isAwayBy(response: Response): boolean | undefined {
  if (response.status < 500) return false;
  const isCoded = response.headers.get("Content-Type")?.includes("json") === true;
  return response.status >= 502 && !isCoded ? true : undefined;
}

/** Ask the server, and note whether it answers. */
export async function ask(request: Request): Promise<Response> {
  try {
    const response = await globalThis.fetch(request);
    noteServer(isAwayBy(response) ?? isAway);
    return response;
  } catch (cause) {
    if (!request.signal.aborted) noteServer(true);
    throw cause;
  }
}
