/** One sentence, and every place of which it holds. */
export interface PlacesOfProblem {
  readonly text: string;
  readonly places: readonly string[];
}

/** Put places together of which the same is said, in the order in which each was said first. */
export function samePlaces(
  problems: readonly { readonly place: string; readonly text: string }[],
): PlacesOfProblem[] {
  const places = new Map<string, string[]>();
  for (const { place, text } of problems) {
    const known = places.get(text);
    if (known === undefined) places.set(text, [place]);
    else known.push(place);
  }
  return [...places].map(([text, where]) => ({ text, places: where }));
}
