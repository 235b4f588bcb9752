/**
 * How many streams a page keeps open. A browser opens six connections to a server that speaks
 * HTTP/1.1, for all pages together, and whatever is asked beyond those waits: with a stream for
 * each of six jobs nothing else would ever come.
 */
export const MOST_OPEN = 2;
/** How long a stream stays open while others wait for its place. */
export const TURN_MS = 2_000;

interface Place {
  /** Aborted when it is the turn of another. */
  turn: AbortSignal;
  leave: () => void;
}

const waiting: (() => void)[] = [];
let numTaken = 0;

/** Wait for a place, and take it; leave it at once where nobody follows any more. */
export async function takePlace(signal: AbortSignal): Promise<Place> {
  if (numTaken < MOST_OPEN) numTaken += 1;
  else await ownTurn(signal);
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (waiting.length > 0) controller.abort();
  }, TURN_MS);
  return {
    turn: controller.signal,
    leave: () => {
      clearInterval(timer);
      passOn();
    },
  };
}

/** Wait until somebody leaves: the place is then never free, but handed over. */
function ownTurn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const begin = () => {
      signal.removeEventListener("abort", giveUp);
      resolve();
    };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      // Who follows no more takes a place only to leave it.
      numTaken += 1;
      resolve();
    };
    waiting.push(begin);
    signal.addEventListener("abort", giveUp, { once: true });
  });
}

function passOn(): void {
  const next = numTaken > MOST_OPEN ? undefined : waiting.shift();
  if (next === undefined) numTaken -= 1;
  else next();
}
