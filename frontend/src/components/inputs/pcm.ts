/** Samples in -1..1 as 16-bit integers. */
export function pcmOf(samples: Float32Array): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(samples.length);
  samples.forEach((sample, index) => {
    pcm[index] = Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff);
  });
  return pcm;
}
