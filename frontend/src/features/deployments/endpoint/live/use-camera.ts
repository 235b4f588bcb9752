import { useEffect, useState } from "react";

import {
  captureProblemOf,
  closeDevice,
  openDevice,
  type CaptureProblem,
} from "@/components/media/capture-problem";

/** More than this is scaled down by most models, and would only travel. */
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** What the camera sees, playing, once it does; or why it does not. */
export function useCamera(): HTMLVideoElement | CaptureProblem | null {
  const [camera, setCamera] = useState<HTMLVideoElement | CaptureProblem | null>(null);
  useEffect(() => {
    let left = false;
    let opened: MediaStream | undefined;
    void openDevice({ video: SIZE }).then(async (stream) => {
      if (typeof stream === "string") {
        if (!left) setCamera(stream);
        return;
      }
      opened = stream;
      if (left) {
        closeDevice(stream);
        return;
      }
      const video = document.createElement("video");
      video.muted = true;
      video.playsInline = true;
      video.srcObject = stream;
      try {
        await video.play();
        if (!left) setCamera(video);
      } catch (error) {
        // Whoever switched it off meanwhile ended it.
        if (!left) setCamera(captureProblemOf(error));
      }
    });
    return () => {
      left = true;
      if (opened !== undefined) closeDevice(opened);
    };
  }, []);
  return camera;
}
