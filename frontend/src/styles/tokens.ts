import source from "./tokens.css?raw";

export type ThemeMode = "light" | "dark";
export type Tokens = Readonly<Record<string, string>>;

const [light = "", dark = ""] = source.split(':root[data-theme="dark"]');

function declarations(block: string): Tokens {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

const TOKENS: Record<ThemeMode, Tokens> = {
  light: declarations(light),
  dark: { ...declarations(light), ...declarations(dark) },
};

/** Return one token's value where CSS variables cannot reach: antd's theme and canvases. */
export function token(mode: ThemeMode, name: string): string {
  const value = TOKENS[mode][name];
  if (value === undefined) throw new Error(`tokens.css declares no --${name}.`);
  return value;
}

/** Colours of lines, bars and labels, distinguishable with colour-blind eyes. */
export function seriesColors(mode: ThemeMode): string[] {
  return [1, 2, 3, 4, 5, 6, 7, 8].map((number) => token(mode, `series-${number}`));
}
