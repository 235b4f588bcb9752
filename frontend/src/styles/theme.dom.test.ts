import { theme } from "antd";
import { describe, expect, it } from "vitest";

import { antdTheme } from "./theme";
import { token, type ThemeMode } from "./tokens";

/** What WCAG 2.2 asks for of text (1.4.3) and of signs and edges that mean something (1.4.11). */
const TEXT = 4.5;
const SIGN = 3;

type Colour = [red: number, green: number, blue: number, alpha: number];

function parse(text: string): Colour {
  const parts = text.startsWith("#")
    ? [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
    : (text.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  return [red, green, blue, alpha];
}

function over([red, green, blue, alpha]: Colour, ground: Colour): Colour {
  const mix = (one: number, other: number) => alpha * one + (1 - alpha) * other;
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1];
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of a colour on another, which itself may let through what lies below. */
function contrast(ink: string, ground: string, below: string): number {
  const paper = over(parse(ground), parse(below));
  const [light, dark] = [luminance(over(parse(ink), paper)), luminance(paper)].sort(
    (a, b) => b - a,
  );
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function pairs(mode: ThemeMode) {
  const now = theme.getDesignToken(antdTheme(mode));
  const value = (name: string) => token(mode, name);
  const grounds = ["panel", "paper", "shade"].map(value);
  const soft = ["primary-soft", "ok-soft", "warn-soft", "danger-soft"].map(value);
  const plain = ["panel", "paper"].map(value);
  return {
    "text on every ground": cross([now.colorText, now.colorTextHeading], grounds),
    "quiet text": cross(
      [
        now.colorTextSecondary,
        now.colorTextTertiary,
        now.colorTextDescription,
        now.colorTextPlaceholder,
        now.colorIcon,
      ],
      [...grounds, ...soft],
    ),
    "filled buttons, at rest, pointed at and pressed": cross(
      [now.colorTextLightSolid],
      [
        now.colorPrimary,
        now.colorPrimaryHover,
        now.colorPrimaryActive,
        now.colorError,
        now.colorErrorHover,
        now.colorErrorActive,
      ],
    ),
    "outlined buttons and links, at rest, pointed at and pressed": cross(
      [
        now.colorPrimary,
        now.colorPrimaryHover,
        now.colorPrimaryActive,
        now.colorPrimaryText,
        now.colorPrimaryTextHover,
        now.colorPrimaryTextActive,
        now.colorLink,
        now.colorLinkHover,
        now.colorLinkActive,
        now.colorError,
        now.colorErrorHover,
        now.colorErrorActive,
        now.colorErrorTextHover,
      ],
      plain,
    ),
    "rows and entries that are pointed at or chosen": cross(
      [now.colorText, now.colorPrimary, now.colorPrimaryHover],
      [now.controlItemBgHover, now.controlItemBgActive, value("primary-soft")],
    ),
    "soft grounds of notices and tags": [
      ...cross([now.colorText], soft),
      [value("ok-ink"), value("ok-soft")] as const,
      [value("warn-ink"), value("warn-soft")] as const,
      [value("danger"), value("danger-soft")] as const,
      [value("danger-hover"), value("danger-soft")] as const,
    ],
  };
}

function cross(inks: string[], grounds: string[]): (readonly [string, string])[] {
  return inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const));
}

describe.each(["light", "dark"] as const)("colours in the %s scheme", (mode) => {
  const panel = token(mode, "panel");

  it.each(Object.entries(pairs(mode)))("can be read: %s", (_, list) => {
    const pale = list
      .map(([ink, ground]) => ({ ink, ground, is: contrast(ink, ground, panel) }))
      .filter(({ is }) => is < TEXT);
    expect(pale).toEqual([]);
  });

  it("can be seen: marks of state and edges of fields", () => {
    const signs = ["ok", "warn", "danger", "primary", "line-strong"];
    const pale = signs.filter((name) => contrast(token(mode, name), panel, panel) < SIGN);
    expect(pale).toEqual([]);
  });
});
