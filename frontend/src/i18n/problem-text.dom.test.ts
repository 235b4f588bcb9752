import { describe, expect, it } from "vitest";

import { offline, Problem } from "@/api/problem";

import { startLanguage } from "./language";
import { problemText } from "./problem-text";

const refused = (code: string, params = {}) =>
  new Problem(409, code, "What the server said.", params);

describe("problemText", () => {
  it("translates a problem by its code, in each language", async () => {
    const english = await startLanguage("en");
    const chinese = await startLanguage("zh-CN");
    expect(problemText(english.t, refused("last_owner"))).toContain("at least one owner");
    expect(problemText(chinese.t, refused("last_owner"))).toContain("至少要有一位所有者");
  });

  it("names the role that is needed, and the own one", async () => {
    const { t } = await startLanguage("zh-CN");
    const text = problemText(t, refused("role_too_low", { needed: "developer", role: "viewer" }));
    expect(text).toBe("此操作需要“开发者”角色，您的角色是“查看者”。请联系组织管理员。");
  });

  it("fills in the values of the problem", async () => {
    const { t } = await startLanguage("en");
    expect(problemText(t, refused("server_error", { status: 502 }))).toContain("502");
  });

  it("tells the status of an answer that names no values", async () => {
    const { t } = await startLanguage("en");
    const broken = new Problem(500, "server_error", "What the server said.", {});
    expect(problemText(t, broken)).toContain("status 500");
  });

  it("falls back to the server's words for a code it does not know", async () => {
    const { t } = await startLanguage("zh-CN");
    expect(problemText(t, refused("brand_new_code"))).toBe("What the server said.");
  });

  it("tells a lost connection from a refusal", async () => {
    const { t } = await startLanguage("en");
    expect(problemText(t, offline(new TypeError("failed")))).toContain("connection");
  });

  it("admits what it does not understand", async () => {
    const { t } = await startLanguage("en");
    expect(problemText(t, new RangeError("x"))).toContain("went wrong");
  });
});
