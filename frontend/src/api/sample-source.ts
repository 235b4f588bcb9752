import type { Media, Source } from "@/components/media/source";

import { sampleImageUrl, type Sample, type ThumbnailSize } from "./datasets";

/** The address of a sample's file as it was brought in. */
export function sampleFileUrl(sampleId: string): string {
  return `/api/v1/samples/${sampleId}/image`;
}

/** A sample of a dataset as viewers take it; a thumbnail is as large as `size` at most. */
export function sampleSource(sample: Sample, media: Media, size?: ThumbnailSize): Source {
  const hasThumbnail = media === "image";
  return {
    media,
    name: sample.name,
    url: sampleFileUrl(sample.id),
    ...(hasThumbnail && { thumbnail: sampleImageUrl(sample.id, size) }),
    ...(sample.width > 0 && { width: sample.width, height: sample.height }),
  };
}
