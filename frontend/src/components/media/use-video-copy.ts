import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { api, send } from "@/api/client";
import type { Job } from "@/api/types";

import type { Source } from "./source";

/** What is played: the video, the copy if there is one, and the copy once it was made. */
type Phase = "own" | "copy" | "making" | "made" | "broken";

/**
 * A video, or where the browser refuses it a copy that the server makes: of MPEG-4 Part 2, AVI, videos
 * that came as images and whatever else browsers differ in.
 */
export function useVideoCopy({ url, videoId }: Source) {
  const [phase, setPhase] = useState<Phase>("own");
  const making = useMutation({
    mutationFn: (id: string) =>
      send(api.POST("/api/v1/samples/{sample_id}/video", { params: { path: { sample_id: id } } })),
  });
  const refuse = () => {
    if (videoId === undefined || phase === "made") setPhase("broken");
    else if (phase === "own") setPhase("copy");
    else {
      setPhase("making");
      making.mutate(videoId);
    }
  };
  const finish = (job: Job) => {
    if (job.state === "succeeded") setPhase("made");
  };
  const isCopy = phase === "copy" || phase === "made";
  return {
    phase,
    url: isCopy ? `/api/v1/samples/${videoId}/video` : url,
    job: making.data,
    problem: making.error,
    refuse,
    finish,
  };
}
