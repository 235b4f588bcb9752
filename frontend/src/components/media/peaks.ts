/** The loudest sample of each of `count` equal stretches, the loudest of all being 1. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const peaks = Array.from({ length: count }, (_, bar) => {
    const start = Math.floor((bar * samples.length) / count);
    const end = Math.floor(((bar + 1) * samples.length) / count);
    let peak = 0;
    for (let index = start; index < end; index += 1) {
      peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    }
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}
