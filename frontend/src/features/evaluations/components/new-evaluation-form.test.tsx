import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { NewEvaluationForm } from "./new-evaluation-form";

type Props = Parameters<typeof NewEvaluationForm>[0];

const model = (number: number) => ({
  id: `m${number}`,
  model_id: "m",
  deployments: [],
  model_name: "Cats",
  number,
});
const DATA = [
  {
    id: "d1",
    dataset_id: "s1",
    dataset_name: "Cats",
    number: 1,
    num_samples: 40,
    counts: { test: { total: 4 } },
  },
];

/** The form beside a button by which the list of models is read anew. */
function Later() {
  const [numbers, setNumbers] = useState([2, 1]);
  return (
    <>
      <button onClick={() => setNumbers([3, 2, 1])}>Read anew</button>
      <NewEvaluationForm
        models={numbers.map(model) as unknown as Props["models"]}
        data={DATA as unknown as Props["data"]}
      />
    </>
  );
}

it("takes the model that its address names, though the list comes to hold it later", async () => {
  responding({ "GET /api/v1/datasets/s1/tags": { body: { results: [] } } });
  await show(<Later />, {
    at: "/projects/p1/models/evaluations/new?version=m3",
    path: "/projects/:projectId/models/evaluations/new",
  });
  expect(screen.getByText("Cats v2")).toBeVisible();
  fireEvent.click(screen.getByText("Read anew"));
  expect(await screen.findByText("Cats v3")).toBeVisible();
});
