import { describe, expect, it } from "vitest";

import type { BackboneEstimate, CatalogBackbone } from "../types";
import { commandCode, curlCode, pythonCode, shellQuoted } from "./code";
import { backboneOf, readDraft, requestOf, writeDraft } from "./draft";

const SMALL: CatalogBackbone = {
  key: "small_cnn",
  tier: "fast",
  parameters_millions: 0.7,
  input_size: 32,
  min_input_size: 8,
  weights: null,
  weights_available: false,
  weights_allowed: true,
  licence: "MIT",
  shape: null,
};
const LARGE: CatalogBackbone = {
  ...SMALL,
  key: "resnet50",
  tier: "balanced",
  weights: "microsoft/resnet-50",
  weights_available: true,
  weights_allowed: true,
};

describe("a drafted run", () => {
  const draft = {
    ...readDraft(new URLSearchParams("version=a&version=b&tier=balanced")),
    name: "it's mine",
    options: { epochs: 5 },
  };

  it("survives its way through the address", () => {
    expect(readDraft(writeDraft(draft))).toEqual(draft);
  });

  it("leaves defaults out of the address", () => {
    expect(writeDraft(readDraft(new URLSearchParams())).toString()).toBe("");
  });

  it("ignores options that are not JSON", () => {
    expect(readDraft(new URLSearchParams("options=%7Bbroken")).options).toEqual({});
  });

  it("takes the first network of the tier until one is chosen", () => {
    expect(backboneOf(draft, [SMALL, LARGE])?.key).toBe("resnet50");
    expect(backboneOf({ ...draft, backbone: "small_cnn" }, [SMALL, LARGE])?.key).toBe("small_cnn");
  });

  it("takes what a tier stands for with this data, once that is known", () => {
    const photo = { ...SMALL, key: "photo_cnn" };
    const estimates = [
      { key: "small_cnn", is_usual: false },
      { key: "photo_cnn", is_usual: true },
    ] as BackboneEstimate[];
    const fast = { ...draft, tier: "fast" as const };
    expect(backboneOf(fast, [SMALL, photo, LARGE], estimates)?.key).toBe("photo_cnn");
    expect(backboneOf(fast, [SMALL, LARGE], estimates)?.key).toBe("small_cnn");
    const chosen = { ...fast, backbone: "small_cnn" };
    expect(backboneOf(chosen, [SMALL, photo], estimates)?.key).toBe("small_cnn");
  });

  it("asks for pretrained weights only where they are, and not on top of another model", () => {
    expect(requestOf(draft, "p", LARGE).pretrained).toBe(true);
    expect(requestOf(draft, "p", SMALL).pretrained).toBe(false);
    expect(requestOf({ ...draft, fromScratch: true }, "p", LARGE).pretrained).toBe(false);
    const further = requestOf({ ...draft, initialModelVersionId: "m" }, "p", LARGE);
    expect(further).toMatchObject({ pretrained: false, initial_model_version_id: "m" });
  });

  it("quotes an apostrophe for the shell", () => {
    expect(shellQuoted("it's")).toBe(`'it'\\''s'`);
  });

  it("is the same request in every language", () => {
    const request = requestOf(draft, "p", LARGE);
    const origin = "http://127.0.0.1:8000";
    for (const code of [curlCode(request, origin), pythonCode(request, origin)]) {
      expect(code).toContain(`${origin}/api/v1/training-runs`);
      expect(code).toContain('"backbone": "resnet50"');
    }
    expect(commandCode(request, origin)).toContain("--option 'epochs=5'");
    expect(commandCode(request, origin)).toContain("--pretrained");
    const scratch = requestOf({ ...draft, fromScratch: true }, "p", LARGE);
    expect(commandCode(scratch, origin)).toContain("--from-scratch");
    const further = requestOf({ ...draft, initialModelVersionId: "m" }, "p", LARGE);
    expect(commandCode(further, origin)).not.toMatch(/--pretrained|--from-scratch/);
  });
});
