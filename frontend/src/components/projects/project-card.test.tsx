import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import type { ProjectCardData } from "@/api/types";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { ProjectCard, ProjectCards } from "./project-card";

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

it("takes a sample project to the trash when asked once, and no other project", async () => {
  const made = responding({
    "GET /api/v1/catalog": { body: { tasks: [] } },
    "DELETE /api/v1/projects/p1": { status: 204 },
  });
  const sample = { ...project, role: "admin" } as ProjectCardData;
  const own = { ...sample, id: "p2", name: "Own", is_sample: false };
  const seen = { ...sample, id: "p3", name: "Seen", role: "viewer" } as ProjectCardData;
  await show(<ProjectCards projects={[sample, own, seen]} />);
  fireEvent.click(await screen.findByRole("button", { name: "Delete the sample project “Wine”" }));
  expect(await screen.findByText(/disappear from all lists/)).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: /^Delete the sample project/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Delete sample project" }));
  await waitFor(() => expect(made.some(({ method }) => method === "DELETE")).toBe(true));
});
