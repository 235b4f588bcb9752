import { theme as algorithms, type ThemeConfig } from "antd";
import type { MapToken } from "antd/es/theme/interface";

import { token, type ThemeMode } from "./tokens";

// Read once: when it changes, antd makes the whole page anew, with what was typed into it.
const MOVES = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return antd's theme made of our tokens. */
export function antdTheme(mode: ThemeMode): ThemeConfig {
  const value = (name: string) => token(mode, name);
  const pixels = (name: string) => Number.parseInt(value(name), 10);
  return {
    cssVar: { key: `easel-${mode}` },
    algorithm: [
      mode === "dark" ? algorithms.darkAlgorithm : algorithms.defaultAlgorithm,
      // antd's dark algorithm dims the colours it is given; ours are chosen for contrast already.
      (_seed, map) => ({
        ...(map as MapToken),
        colorPrimary: value("primary"),
        colorLink: value("primary"),
        colorInfo: value("primary"),
        colorSuccess: value("ok"),
        colorWarning: value("warn"),
        colorError: value("danger"),
      }),
    ],
    token: {
      motion: MOVES,
      colorPrimary: value("primary"),
      colorLink: value("primary"),
      colorInfo: value("primary"),
      colorSuccess: value("ok"),
      colorSuccessBg: value("ok-soft"),
      colorWarningBg: value("warn-soft"),
      colorErrorBg: value("danger-soft"),
      colorWarning: value("warn"),
      colorError: value("danger"),
      colorText: value("ink"),
      colorTextBase: value("ink"),
      colorTextSecondary: value("muted"),
      colorTextDescription: value("muted"),
      colorTextPlaceholder: value("muted"),
      colorTextLightSolid: value("on-primary"),
      colorBgBase: value("panel"),
      colorBgContainer: value("panel"),
      colorBgElevated: value("panel"),
      colorBgLayout: value("paper"),
      colorBorder: value("line"),
      colorBorderSecondary: value("line"),
      fontFamily: value("font-text"),
      fontFamilyCode: value("font-code"),
      fontSize: pixels("size-body"),
      borderRadius: pixels("radius"),
      boxShadow: "none",
      boxShadowTertiary: "none",
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.18s",
    },
    components: {
      Button: { primaryShadow: "none", defaultShadow: "none", dangerShadow: "none" },
      Input: { colorBorder: value("line-strong") },
      Select: { colorBorder: value("line-strong") },
      InputNumber: { colorBorder: value("line-strong") },
      Checkbox: { colorBorder: value("line-strong"), borderRadiusSM: 4 },
      Radio: { colorBorder: value("line-strong") },
      Segmented: {
        trackBg: value("shade"),
        itemColor: value("ink"),
        itemSelectedBg: value("primary"),
        itemSelectedColor: value("on-primary"),
      },
      Tag: { colorSuccess: value("ok-ink"), colorWarning: value("warn-ink") },
      Table: { headerBg: value("paper"), headerColor: value("muted") },
      Tooltip: {
        colorBgSpotlight: mode === "dark" ? "#3a404b" : value("ink"),
        colorTextLightSolid: "#ffffff",
      },
    },
  };
}
