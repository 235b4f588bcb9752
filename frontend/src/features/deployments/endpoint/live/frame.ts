const QUALITY = 0.85;

/** What a camera saw at a time, as it is sent. */
export interface Frame {
  readonly image: Blob;
  readonly width: number;
  readonly height: number;
  /** By the clock of the page, in milliseconds. */
  readonly sentAt: number;
}

/** Take what a video shows now; `null` while it shows nothing. */
export async function frameOf(video: HTMLVideoElement): Promise<Frame | null> {
  const canvas = document.createElement("canvas");
  const { videoWidth: width, videoHeight: height } = video;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  const image = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", QUALITY),
  );
  return image && { image, width, height, sentAt: performance.now() };
}
