/** Between machines whose clocks agree, an answer's header differs by its rounding and its way. */
const AGREEING_MS = 3000;

let offset = 0;

/** Learn from an answer how far this machine's clock is from the server's. */
export function noteServerTime(response: Response): void {
  const serverTime = Date.parse(response.headers.get("Date") ?? "");
  if (Number.isNaN(serverTime)) return;
  const difference = serverTime - Date.now();
  offset = Math.abs(difference) < AGREEING_MS ? 0 : difference;
}

/** The time by the server's clock, in milliseconds since 1970: what it says is compared with it. */
export function serverNow(): number {
  return Date.now() + offset;
}
