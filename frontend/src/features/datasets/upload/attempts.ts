import { isPassing, pause, retryDelay } from "./retry";

/** The user paused; not an error. */
export class Aborted extends Error {}

/**
 * Runs requests until they succeed or are refused for good. A lost connection is waited out for as
 * long as it takes: an upload of an hour must survive a router that restarts.
 */
export class Attempts {
  /** Seconds until the next try while the connection is lost. */
  retryInSeconds: number | null = null;

  constructor(private readonly onChange: () => void) {}

  async run<Response>(signal: AbortSignal, request: () => Promise<Response>): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      if (signal.aborted) throw new Aborted();
      try {
        const answer = await request();
        this.note(null);
        return answer;
      } catch (error) {
        if (signal.aborted) throw new Aborted();
        if (!isPassing(error)) throw error;
        const delay = retryDelay(attempt);
        this.note(delay / 1000);
        await pause(delay, signal);
      }
    }
  }

  private note(seconds: number | null): void {
    if (this.retryInSeconds === seconds) return;
    this.retryInSeconds = seconds;
    this.onChange();
  }
}
