import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import type { AssignmentDetail } from "@/api/assignments";
import { show } from "@/test/render";

import { AssignmentPage } from "./assignment-page";

const detail = vi.hoisted(() => ({
  assignment: {
    id: "a1",
    name: "Trays",
    state: "active",
    dataset: { id: "d1", name: "Parts", project_id: "p1" },
    num_samples: 8,
    num_submitted: 3,
    due_at: null,
    owner: null,
  },
  annotators: [],
  reviewers: [],
  instructions: "",
  is_manager: false,
  may_review: false,
  may_work: false,
}));
vi.mock("@/api/assignments", () => ({
  useAssignment: () => ({ data: detail as unknown as AssignmentDetail }),
  useChangeAssignment: () => ({ isPending: false }),
}));
vi.mock("../api/use-assignment-statistics", () => ({
  useAssignmentStatistics: () => ({ isPending: false }),
}));
vi.mock("../components/numbers", () => ({ Numbers: () => null }));

it.each([
  [true, "Review 3"],
  [false, "Look"],
])("leads to the annotations, for review only by those who may: %s", async (reviews, name) => {
  detail.may_review = reviews;
  await show(<AssignmentPage />);
  const link = screen.getByRole("link", { name });
  expect(link).toHaveAttribute("href", "/assignments/a1/review");
  expect(link.querySelector(".ant-btn-primary") !== null).toBe(reviews);
});
