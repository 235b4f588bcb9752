import type { Media, Source } from "@/components/media/source";

import { sampleImageUrl, type Sample, type ThumbnailSize } from "./datasets";

/** Samples that have an image: the file itself, a video's beginning, or the wave of a recording. */
const HAS_IMAGE: ReadonlySet<Media> = new Set(["image", "video", "audio"]);

/** The address of a sample's file as it was brought in; of a table, that of its first rows. */
export function sampleFileUrl(sample: { id: string; dataset_id?: string }, media: Media): string {
  return media === "table" && sample.dataset_id !== undefined
    ? `/api/v1/datasets/${sample.dataset_id}/table?sample=${sample.id}`
    : `/api/v1/samples/${sample.id}/file`;
}

/** The address of what viewers show: of an image, one in a format that browsers know. */
function shownUrl(sample: { id: string; dataset_id?: string }, media: Media): string {
  return media === "image" ? sampleImageUrl(sample.id) : sampleFileUrl(sample, media);
}

/** What is known of a sample by its id alone, as reports name it. */
export function namedSource(
  id: string,
  name: string,
  media: Media,
  size: ThumbnailSize = 320,
): Source {
  return {
    media,
    name,
    url: shownUrl({ id }, media),
    ...(HAS_IMAGE.has(media) && { thumbnail: sampleImageUrl(id, size) }),
    ...(media === "video" && { videoId: id }),
  };
}

/** What has to be known of a sample to show it. */
export type ShownSample = Pick<
  Sample,
  "id" | "dataset_id" | "name" | "width" | "height" | "duration_ms" | "num_characters" | "excerpt"
>;

/** A sample of a dataset as viewers take it; a thumbnail is as large as `size` at most. */
export function sampleSource(sample: ShownSample, media: Media, size?: ThumbnailSize): Source {
  return {
    ...namedSource(sample.id, sample.name, media, size),
    url: shownUrl(sample, media),
    ...(sample.width !== null && { width: sample.width }),
    ...(sample.height !== null && { height: sample.height }),
    ...(sample.duration_ms !== null && { durationSeconds: sample.duration_ms / 1000 }),
    ...(sample.excerpt !== "" && {
      excerpt: sample.excerpt,
      isExcerptWhole: [...sample.excerpt].length === sample.num_characters,
    }),
    ...(sample.num_characters !== null && { numCharacters: sample.num_characters }),
  };
}
