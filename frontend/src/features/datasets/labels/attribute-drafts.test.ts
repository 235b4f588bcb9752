import { describe, expect, it } from "vitest";

import { draftsOf, isComplete, newDraft, requestOf } from "./attribute-drafts";

const COLOUR = { name: "colour", kind: "choice" as const, values: ["red", "blue"] };

describe("attributes that are edited", () => {
  it("come back as they were", () => {
    expect(requestOf("l", draftsOf([COLOUR]))).toEqual({
      label_id: "l",
      attributes: [{ ...COLOUR, before: "colour" }],
    });
  });

  it("keep their former name when they get another one", () => {
    const [draft] = draftsOf([COLOUR]).map((one) => ({ ...one, name: " shade " }));
    expect(draft && requestOf(null, [draft]).attributes[0]).toMatchObject({
      name: "shade",
      before: "colour",
    });
  });

  it("need names of their own, and choices something to choose", () => {
    const choice = { ...newDraft(), name: "a" };
    expect(isComplete([choice])).toBe(false);
    expect(isComplete([{ ...choice, values: "x\n\nx" }])).toBe(true);
    expect(
      isComplete([
        { ...choice, kind: "flag" },
        { ...choice, kind: "text" },
      ]),
    ).toBe(false);
    expect(requestOf(null, [{ ...choice, values: "x\n\nx" }]).attributes[0]?.values).toEqual(["x"]);
  });
});
