import type { InfiniteData, QueryClient } from "@tanstack/react-query";

import { datasetKeys, type Sample } from "@/api/datasets";

interface SamplePage {
  next?: string | null;
  previous?: string | null;
  results: Sample[];
}

/** Apply a change to every loaded page of a dataset's walls. */
function changePages(
  client: QueryClient,
  datasetId: string,
  change: (samples: Sample[]) => Sample[],
): void {
  client.setQueriesData<InfiniteData<SamplePage>>(
    { queryKey: datasetKeys.samples(datasetId) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, results: change(page.results) })),
      },
  );
}

/** Put newer states of samples where older ones are shown; they stay in place on the wall. */
export function replaceSamples(
  client: QueryClient,
  datasetId: string,
  samples: readonly Sample[],
): void {
  const byId = new Map(samples.map((sample) => [sample.id, sample]));
  changePages(client, datasetId, (shown) => shown.map((sample) => byId.get(sample.id) ?? sample));
}

/** Take samples off every wall of the dataset. */
export function removeSamples(
  client: QueryClient,
  datasetId: string,
  ids: ReadonlySet<string>,
): void {
  changePages(client, datasetId, (shown) => shown.filter((sample) => !ids.has(sample.id)));
}
