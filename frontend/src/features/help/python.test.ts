import { expect, it } from "vitest";

import { installCode, withoutEngine } from "./python";

const wheels = [
  { file: "easel-0.1.0-py3-none-any.whl", sha256: "aa" },
  { file: "easel_engine-0.1.0-py3-none-any.whl", sha256: "bb" },
];

it("installs from this site, by addresses that the index cannot answer in its place", () => {
  expect(installCode(wheels, "http://site:8000")).toBe(
    `python -m pip install \\
  "easel[client] @ http://site:8000/wheels/easel-0.1.0-py3-none-any.whl#sha256=aa" \\
  "easel-engine @ http://site:8000/wheels/easel_engine-0.1.0-py3-none-any.whl#sha256=bb"`,
  );
});

it("leaves the engine out for those who only ask models", () => {
  expect(withoutEngine(wheels)).toEqual([wheels[0]]);
});
