/** What a video showed at a time, as a JPEG. */
export interface Frame {
  readonly image: Blob;
  readonly width: number;
  readonly height: number;
}

/**
 * Take what a video shows now; `null` while it shows nothing.
 *
 * @param quality of the JPEG, 0 to 1.
 */
export async function frameOf(video: HTMLVideoElement, quality: number): Promise<Frame | null> {
  const canvas = document.createElement("canvas");
  const { videoWidth: width, videoHeight: height } = video;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  const image = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", quality),
  );
  return image && { image, width, height };
}
