import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Job } from "@/api/types";
import { show } from "@/test/render";

import { JobHead } from "./job-head";

const job = {
  id: "7d0f0f5e-0000-4000-8000-000000000001",
  organisation_id: "o",
  project_id: "p",
  project_name: "Labels on bottles",
  kind: "train",
  subject_id: "r",
  title: "Run 3",
  state: "running",
  machine: "press-2",
  requested_by: { id: "u", name: "Li Na" },
  created_at: "2026-11-20T10:00:00Z",
  started_at: "2026-11-20T10:00:01Z",
  finished_at: null,
} as unknown as Job;

it("says what runs, for which project and whom, since when and where", async () => {
  await show(<JobHead job={job} />);
  expect(await screen.findByText("Training")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Run 3" })).toHaveAttribute(
    "href",
    "/projects/p/train/r",
  );
  const project = screen.getByRole("link", { name: "Labels on bottles" });
  expect(project).toHaveAttribute("href", "/projects/p");
  expect(screen.getByText("Li Na")).toBeInTheDocument();
  expect(screen.getByText(/^running since /)).toBeInTheDocument();
  expect(screen.getByText("on press-2")).toBeInTheDocument();
});

it("says of a job that waits when it was asked for, and of nowhere that it runs there", async () => {
  await show(<JobHead job={{ ...job, state: "queued", started_at: null, machine: "" }} />, {
    language: "zh-CN",
  });
  expect(screen.getByText(/^提交于 /)).toBeInTheDocument();
  expect(screen.queryByText(/运行于/)).toBeNull();
});
