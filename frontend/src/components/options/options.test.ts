import { describe, expect, it } from "vitest";

import { byGroup, optionFields, type NumberField, type OptionField } from "./schema";
import { numChanged, rangeProblem, valueOf, withValue, wrongFields } from "./values";

/** As `ImageClassificationOptions.model_json_schema()` writes it, shortened. */
const SCHEMA = {
  $defs: {
    AugmentationSpec: {
      type: "object",
      properties: {
        horizontal_flip: { default: false, group: "augmentation", type: "boolean" },
        scale: { default: 0.1, group: "augmentation", minimum: 0, maximum: 0.9, type: "number" },
      },
    },
  },
  properties: {
    epochs: {
      anyOf: [
        { type: "integer", minimum: 1, maximum: 10000 },
        { type: "string", const: "auto" },
      ],
      default: "auto",
      expert: false,
      group: "schedule",
    },
    learning_rate: {
      anyOf: [
        { type: "number", exclusiveMinimum: 0, maximum: 10 },
        { type: "string", const: "auto" },
      ],
      default: "auto",
      group: "optimizer",
      search: { low: 1e-5, high: 0.1, log: true },
    },
    augmentation: { $ref: "#/$defs/AugmentationSpec", group: "augmentation" },
    optimizer: { default: "adamw", enum: ["adamw", "sgd"], expert: true, group: "optimizer" },
    ema_decay: {
      default: 0.995,
      minimum: 0,
      exclusiveMaximum: 1,
      expert: true,
      group: "regularisation",
      type: "number",
      unit: "share",
    },
  },
};

function named(name: string): OptionField {
  const found = fields.find((field) => field.path.join(".") === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
}

const fields = optionFields(SCHEMA);

describe("optionFields", () => {
  it("flattens a nested object into paths, in the order of the schema", () => {
    expect(fields.map((field) => field.path.join("."))).toEqual([
      "epochs",
      "learning_rate",
      "augmentation.horizontal_flip",
      "augmentation.scale",
      "optimizer",
      "ema_decay",
    ]);
  });

  it("reads a number that may also be automatic", () => {
    expect(named("epochs")).toMatchObject({
      kind: "number",
      integer: true,
      automatic: true,
      fallback: "auto",
      bounds: { minimum: 1, maximum: 10000, excludesMinimum: false },
    });
  });

  it("keeps the expert flag, the unit and exclusive bounds", () => {
    expect(named("ema_decay")).toMatchObject({
      expert: true,
      unit: "share",
      bounds: { maximum: 1, excludesMaximum: true, excludesMinimum: false },
    });
    expect(named("learning_rate")).toMatchObject({ logarithmic: true });
  });

  it("offers the values of an enumeration", () => {
    expect(named("optimizer")).toMatchObject({ kind: "choice", choices: ["adamw", "sgd"] });
  });

  it("refuses a property that it cannot show", () => {
    expect(() => optionFields({ properties: { list: { type: "array" } } })).toThrow("list");
  });

  it("groups the fields by section", () => {
    expect([...byGroup(fields).keys()]).toEqual([
      "schedule",
      "optimizer",
      "augmentation",
      "regularisation",
    ]);
  });
});

describe("option values", () => {
  it("sends only what differs from the defaults", () => {
    const scaled = withValue({}, named("augmentation.scale"), 0.3);
    expect(scaled).toEqual({ augmentation: { scale: 0.3 } });
    expect(numChanged(scaled, fields)).toBe(1);
    expect(withValue(scaled, named("augmentation.scale"), 0.1)).toEqual({});
  });

  it("leaves the neighbours of a nested value as they were", () => {
    const options = { augmentation: { scale: 0.3, horizontal_flip: true }, epochs: 5 };
    expect(withValue(options, named("augmentation.scale"), 0.1)).toEqual({
      augmentation: { horizontal_flip: true },
      epochs: 5,
    });
    expect(valueOf(options, named("augmentation.horizontal_flip"))).toBe(true);
    expect(valueOf({}, named("epochs"))).toBe("auto");
  });

  it("finds numbers outside their range", () => {
    const rate = named("learning_rate") as NumberField;
    expect(rangeProblem(rate, 0)).toBe("too_small");
    expect(rangeProblem(rate, 10)).toBeUndefined();
    expect(rangeProblem(rate, "auto")).toBeUndefined();
    expect(rangeProblem(named("ema_decay") as NumberField, 1)).toBe("too_large");
    expect(rangeProblem(named("epochs") as NumberField, 1.5)).toBe("not_whole");
    expect(wrongFields({ epochs: 0 }, fields).map((field) => field.path[0])).toEqual(["epochs"]);
  });
});

describe("names and lists of names", () => {
  const fields = optionFields({
    properties: {
      target: { type: "string", default: "auto", group: "data" },
      group_column: { anyOf: [{ type: "string" }, { type: "null" }], default: null, group: "data" },
      leave_out: { type: "array", items: { type: "string" }, default: [], group: "data" },
    },
  });
  const [target, group, leaveOut] = fields as [OptionField, OptionField, OptionField];

  it("are fields of their own kind", () => {
    expect(fields.map(({ kind }) => kind)).toEqual(["text", "text", "list"]);
    expect(valueOf({}, target)).toBe("auto");
    expect(valueOf({}, group)).toBeNull();
    expect(valueOf({}, leaveOut)).toEqual([]);
  });

  it("are sent only where they differ from the default", () => {
    const chosen = withValue(withValue({}, leaveOut, ["id"]), target, "price");
    expect(chosen).toEqual({ leave_out: ["id"], target: "price" });
    expect(valueOf(chosen, leaveOut)).toEqual(["id"]);
    expect(numChanged(chosen, fields)).toBe(2);
    expect(withValue(withValue(chosen, leaveOut, []), target, "auto")).toEqual({});
  });
});
