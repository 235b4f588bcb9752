/** Why a camera or microphone gives nothing; each has its own remedy. */
export type CaptureProblem = "insecure" | "refused" | "absent" | "busy";

const PROBLEMS: Readonly<Record<string, CaptureProblem>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "absent",
  OverconstrainedError: "absent",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** What keeps a device from being used, by the browser's word for it. */
export function captureProblemOf(error: unknown): CaptureProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return PROBLEMS[name] ?? "refused";
}

/**
 * Ask for the image of a camera or the audio of a microphone.
 *
 * Browsers hide devices from pages without TLS, so that there is nobody to ask: `insecure`.
 */
export async function openDevice(
  wanted: MediaStreamConstraints,
): Promise<MediaStream | CaptureProblem> {
  // Typed as always there, which it is on secure pages only.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) return "insecure";
  try {
    return await devices.getUserMedia(wanted);
  } catch (error) {
    return captureProblemOf(error);
  }
}

export function closeDevice(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
