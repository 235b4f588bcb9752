import type { components } from "@/api/generated/schema";

import type { CleanedMedia } from "./api/cleaning/cleaning-keys";

type Media = components["schemas"]["Media"];

const CLEANED: Record<CleanedMedia, true> = { image: true, text: true, audio: true };
const MAPPED: ReadonlySet<Media> = new Set<Media>(["image", "text", "text_pair", "audio"]);

/** Whether samples of a medium can be laid out by how alike they are. */
export function isMapped(media: Media): boolean {
  return MAPPED.has(media);
}

/** Whether there are steps that clean samples of a medium. */
export function isCleaned(media: Media): media is CleanedMedia {
  return media in CLEANED;
}
