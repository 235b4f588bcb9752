import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";

import { applied } from "@/api/job-stream";
import type { Job } from "@/api/types";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { JobProgress, UnreadableFiles } from "./job-progress";

const job: Job = {
  id: "7d0f0f5e-0000-4000-8000-000000000001",
  organisation_id: "7d0f0f5e-0000-4000-8000-000000000002",
  project_id: null,
  project_name: null,
  kind: "train",
  subject_id: "7d0f0f5e-0000-4000-8000-000000000003",
  title: "Run 1",
  state: "running",
  phase: "train",
  phase_at: "2026-11-20T10:00:02Z",
  done: 250,
  total: 1000,
  eta_seconds: 95,
  eta_at: "2026-11-20T10:00:20Z",
  machine: "press-2",
  num_events: 4,
  attempt: 1,
  max_attempts: 3,
  waiting: null,
  result: null,
  error: null,
  cancel_requested: false,
  requested_by: null,
  created_at: "2026-11-20T10:00:00Z",
  started_at: "2026-11-20T10:00:01Z",
  finished_at: null,
};
afterEach(() => vi.unstubAllGlobals());

const stream = `GET /api/v1/jobs/${job.id}/stream`;

/** A moment so many seconds ago, as the server writes it. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

it("says what it does, how far it is and when it ends", async () => {
  responding({ [stream]: { status: 404 } });
  await show(<JobProgress job={{ ...job, eta_at: ago(0) }} />);
  expect(screen.getByText("Training")).toBeInTheDocument();
  expect(screen.getByText(/250 of 1,000 steps · about 1 min 3\d sec left/)).toBeInTheDocument();
});

it("counts down between two words of the job, and owns up when it takes longer", async () => {
  responding({ [stream]: { status: 404 } });
  await show(<JobProgress job={{ ...job, eta_at: ago(50) }} />);
  expect(screen.getByText(/about 4[45] sec left/)).toBeInTheDocument();
  expect(await screen.findByText(/about 43 sec left/, undefined, { timeout: 3000 })).toBeVisible();
  await show(<JobProgress job={{ ...job, id: "other", eta_at: ago(155) }} />);
  expect(screen.getByText(/longer than estimated, by 1 min/)).toBeInTheDocument();
});

it("says since when it does what nobody knows the length of", async () => {
  responding({ [stream]: { status: 404 } });
  const unknown = { ...job, done: 0, total: 1, eta_seconds: null, eta_at: null, phase_at: ago(40) };
  await show(<JobProgress job={unknown} />);
  expect(screen.getByText(/^for (39|40) sec so far$/)).toBeInTheDocument();
});

it("says why it waits", async () => {
  responding({ [stream]: { status: 404 } });
  const waiting = { reason: "slots_busy" as const, position: 2, params: {} };
  await show(<JobProgress job={{ ...job, state: "queued", waiting }} />);
  expect(screen.getByText("All slots are busy. 2 jobs are ahead.")).toBeInTheDocument();
});

it("says why it failed, in the reader's language", async () => {
  const error = { code: "disk_full", params: {}, message: "No space left on device." };
  await show(<JobProgress job={{ ...job, state: "failed", error }} />, { language: "zh-CN" });
  expect(screen.getByRole("alert")).toHaveTextContent("磁盘已满");
});

it("asks the server to cancel", async () => {
  const cancel = `POST /api/v1/jobs/${job.id}/cancel`;
  const made = responding({ [stream]: { status: 404 }, [cancel]: { status: 202, body: job } });
  await show(<JobProgress job={job} cancellable />);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(made.map(({ method }) => method)).toContain("POST");
});

it("tells of the end although the page learnt of it before the stream said so", async () => {
  const ended: Job = { ...job, state: "succeeded" };
  let open: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      open = controller;
      signal.addEventListener("abort", () => {
        if (open === controller) open = undefined;
        controller.error(signal.reason);
      });
    };
    return Promise.resolve(new Response(new ReadableStream({ start })));
  });
  const say = (one: Job) =>
    open?.enqueue(new TextEncoder().encode(`event: state\ndata: ${JSON.stringify(one)}\n\n`));
  const reported: Job[] = [];
  function Page() {
    const [seen, setSeen] = useState(job);
    return (
      <>
        <button onClick={() => setSeen(ended)}>Read again</button>
        <JobProgress job={seen} onFinished={(one) => reported.push(one)} />
      </>
    );
  }
  await show(<Page />);
  await waitFor(() => expect(open).toBeDefined());
  say({ ...job, done: 260 });
  expect(await screen.findByText(/260 of 1,000/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Read again" }));
  say(ended);
  expect(await screen.findByText("Done")).toBeInTheDocument();
  expect(reported).toEqual([ended]);
});

it("takes progress from the stream but never runs a finished job backwards", () => {
  const progress = { id: "3", kind: "progress", data: { phase: "train", done: 300, total: 1000 } };
  expect(applied(job, progress)).toMatchObject({ done: 300, eta_seconds: null });
  const finished: Job = { ...job, state: "succeeded" };
  expect(applied(finished, progress)).toBe(finished);
});

it("names the samples whose files a job went on without", async () => {
  const result = { num_points: 15, unreadable: ["a.png", "b.png"], num_unreadable: 2 };
  show(<UnreadableFiles job={{ ...job, state: "succeeded", result }} />);
  expect(await screen.findByRole("status")).toHaveTextContent("a.png, b.png");
});
