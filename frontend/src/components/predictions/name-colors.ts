const NUM_COLORS = 8;

/** A CSS colour for each name, in the order they are first met; the ninth begins again. */
export function colorsOf(names: Iterable<string>): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  for (const name of names) {
    if (!colors.has(name)) colors.set(name, `var(--series-${(colors.size % NUM_COLORS) + 1})`);
  }
  return colors;
}

/** The position of a colour in the series, for canvases that know no CSS variables. */
export function colorIndex(names: readonly string[], name: string): number {
  return Math.max(0, names.indexOf(name)) % NUM_COLORS;
}
