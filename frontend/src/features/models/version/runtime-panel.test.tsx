import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import type { Report } from "../report/report";
import { RuntimePanel } from "./runtime-panel";

/** Return the report of a forecast whose MASE was one value and is another once exported. */
function forecast(trained: number, exported: number): Report {
  return {
    kind: "sections",
    metrics: [{ name: "mase", unit: "number", higher_is_better: false, value: exported }],
    sections: [],
    runtime: {
      trained_metric: trained,
      metric: exported,
      num_samples: 3,
      max_abs_difference: 1e-7,
      size_bytes: 1000,
      latency_p50_ms: 1,
      latency_p99_ms: 2,
      runtime: "onnxruntime",
      device: "x86_64 cpu, 2 threads",
    },
  } as unknown as Report;
}

it("says nothing of an export that changed hardly anything", async () => {
  show(<RuntimePanel report={forecast(1.55e-6, 1.589e-6)} />);
  expect(await screen.findByText("1.589E-6")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says that an error that grew is worse, whatever its direction", async () => {
  show(<RuntimePanel report={forecast(0.5, 0.6)} />);
  expect((await screen.findByRole("alert")).textContent).toContain("worse by 0.1");
});

it("names the runtime and the processor as they are written", async () => {
  show(<RuntimePanel report={forecast(0.5, 0.5)} />);
  expect(await screen.findByText("ONNX Runtime · x86_64 CPU, 2 threads")).toBeTruthy();
});
