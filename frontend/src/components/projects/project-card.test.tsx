import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { ProjectCardData } from "@/api/types";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { ProjectCard } from "./project-card";

const project = {
  id: "p1",
  name: "Wine",
  description: "",
  task: "tabular.prediction",
  is_sample: true,
  job: null,
  next_action: "call",
  metric: null,
  cover: null,
  num_samples: 1,
  num_rows: 178,
  updated_at: "2026-11-27T10:00:00Z",
} as unknown as ProjectCardData;

it("counts the rows of tables, and samples of all else", async () => {
  responding({ "GET /api/v1/catalog": { body: { tasks: [] } } });
  const view = await show(<ProjectCard project={project} />, { language: "zh-CN" });
  expect(await screen.findByText(/^178\s*行$/)).toBeInTheDocument();
  view.unmount();
  await show(<ProjectCard project={{ ...project, num_samples: 3, num_rows: null }} />);
  expect(await screen.findByText(/^3\s*samples$/)).toBeInTheDocument();
});
