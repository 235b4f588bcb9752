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
      // antd's dark algorithm dims the colours it is given, and its lighter shades for what is
      // pointed at are too pale for text; ours are chosen for contrast.
      (_seed, map) => ({ ...(map as MapToken), ...shades(value) }),
    ],
    token: {
      motion: MOVES,
      ...shades(value),
      colorText: value("ink"),
      colorTextBase: value("ink"),
      colorTextSecondary: value("muted"),
      colorTextTertiary: value("muted"),
      colorTextDescription: value("muted"),
      colorTextPlaceholder: value("muted"),
      colorIcon: value("muted"),
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

/** Colours that mean something, and the shades of them when pointed at and pressed. */
function shades(value: (name: string) => string): Partial<MapToken> & { colorLinkHover: string } {
  const primary = value("primary-hover");
  const danger = value("danger-hover");
  return {
    colorPrimary: value("primary"),
    colorPrimaryHover: primary,
    colorPrimaryActive: value("primary-active"),
    colorPrimaryText: value("primary"),
    colorPrimaryTextHover: primary,
    colorPrimaryTextActive: value("primary-active"),
    colorPrimaryBg: value("primary-soft"),
    colorLink: value("primary"),
    colorLinkHover: primary,
    colorLinkActive: value("primary-active"),
    colorInfo: value("primary"),
    colorInfoHover: primary,
    colorInfoBg: value("primary-soft"),
    colorSuccess: value("ok"),
    colorSuccessHover: value("ok-ink"),
    colorSuccessBg: value("ok-soft"),
    colorWarning: value("warn"),
    colorWarningHover: value("warn-ink"),
    colorWarningBg: value("warn-soft"),
    colorError: value("danger"),
    colorErrorHover: danger,
    colorErrorActive: value("danger-active"),
    colorErrorText: value("danger"),
    colorErrorTextHover: danger,
    colorErrorTextActive: value("danger-active"),
    colorErrorBg: value("danger-soft"),
  };
}
