import { Tag } from "antd";

import type { Job } from "@/api/types";

import { JobPhase } from "./job-progress";

const COLOURS = {
  queued: "default",
  running: "processing",
  succeeded: "success",
  failed: "error",
  cancelled: "warning",
} as const;

/** Where a job stands, in a word or two. */
export function JobTag({ job }: { job: Job }) {
  return (
    <Tag color={COLOURS[job.state]}>
      <JobPhase job={job} />
    </Tag>
  );
}
