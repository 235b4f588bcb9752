import type { Media } from "@/components/media/source";

import type { DroppedFile } from "../upload/dropped-files";

/** What a browser can capture by itself. */
export type CapturedMedia = "image" | "audio";

export function isCaptured(media: Media): media is CapturedMedia {
  return media === "image" || media === "audio";
}

/** A captured file, with an address under which it can be looked at. */
export interface Captured {
  readonly file: File;
  readonly url: string;
}

const SUFFIX: Readonly<Record<CapturedMedia, string>> = { image: "jpg", audio: "wav" };

/** A name that sorts by time and is unlike those of other captures: `camera-20261121-174501-250.jpg`. */
export function captureName(media: CapturedMedia, at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  const device = media === "image" ? "camera" : "microphone";
  const clock = time.replace(/[:Z]/g, "").replace(".", "-");
  return `${device}-${day.replaceAll("-", "")}-${clock}.${SUFFIX[media]}`;
}

export function asDropped(captures: readonly Captured[]): DroppedFile[] {
  return captures.map(({ file }) => ({ file, path: file.name }));
}
