import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import type { Deployment } from "../types";
import { LimitsCell } from "./limits-cell";
import { LimitsPanel } from "./limits-panel";

const limits = { requests_per_second: 5, burst: 20, daily_quota: null, total_quota: null };
const deployment = { id: "e1", project_id: "p1", limits } as Deployment;

it("saves limits; an emptied field is not limited, and no burst is kept without a rate", async () => {
  const requests = responding({ "PATCH /api/v1/deployments/e1": { body: deployment } });
  await show(<LimitsPanel deployment={deployment} />);
  const save = screen.getByText("Save limits");
  expect(save.closest("button")).toBeDisabled();
  fireEvent.change(screen.getByLabelText("Calls per second"), { target: { value: "" } });
  fireEvent.change(screen.getByLabelText("Calls per day"), { target: { value: "1000" } });
  expect(screen.getByLabelText("Burst")).toBeDisabled();
  fireEvent.click(save);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(await requests[0]?.json()).toEqual({
    limits: { requests_per_second: null, burst: null, daily_quota: 1000, total_quota: null },
  });
});

it("says in few words how much a key may call and from where", async () => {
  await show(<LimitsCell limits={limits} networks={["10.0.0.0/8"]} />);
  expect(screen.getByText(/5 per second · bursts of 20/)).toBeInTheDocument();
  expect(screen.getByText("10.0.0.0/8")).toBeInTheDocument();
});

it("says of a key without limits that it has none", async () => {
  await show(<LimitsCell limits={{}} networks={[]} />);
  expect(screen.getByText("Unlimited")).toBeInTheDocument();
});
