/** So many of the last answers say how fast they come. */
const NUM_KEPT = 20;

/** How often answers come, by the times of the last ones. */
export class FrameRate {
  #times: readonly number[] = [];

  /** Note an answer at a time in milliseconds; return answers a second, `null` before the second. */
  add(time: number): number | null {
    this.#times = [...this.#times, time].slice(-NUM_KEPT);
    const [first = time] = this.#times;
    return time > first ? ((this.#times.length - 1) * 1000) / (time - first) : null;
  }
}
