interface Mark {
  readonly time: number;
  readonly done: number;
}

const WINDOW_MS = 15_000;

/** Speed over the last quarter minute, so that a pause or a slow start does not distort it. */
export class Speedometer {
  private marks: Mark[] = [];

  /** Note that `done` units are finished at `time` (milliseconds). */
  note(time: number, done: number): void {
    this.marks.push({ time, done });
    this.marks = this.marks.filter((mark) => mark.time >= time - WINDOW_MS);
  }

  /** Forget the past: called after a pause. */
  reset(): void {
    this.marks = [];
  }

  /** Units per second, or null while nothing can be said yet. */
  perSecond(): number | null {
    const first = this.marks.at(0);
    const last = this.marks.at(-1);
    if (!first || !last || last.time === first.time || last.done <= first.done) return null;
    return ((last.done - first.done) * 1000) / (last.time - first.time);
  }

  secondsLeft(remaining: number): number | null {
    const speed = this.perSecond();
    return speed === null ? null : remaining / speed;
  }
}
