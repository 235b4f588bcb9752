/** Images on one page of batch mode: as many as one look can take in. */
export const PAGE_SIZE = 60;

export function pageOf<Item>(items: readonly Item[], page: number): readonly Item[] {
  return items.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
}
