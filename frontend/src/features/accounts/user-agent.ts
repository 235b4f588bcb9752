// What a browser calls itself, the more particular first: Edge also says Chrome, Chrome also Safari.
const BROWSERS: [string, RegExp][] = [
  ["Edge", /\bEdg(?:A|iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /(?:\bCriOS|Chrome)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+).*\bSafari\//],
];
const SYSTEMS: [string, RegExp][] = [
  ["Windows", /\bWindows\b/],
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["macOS", /\bMac(?:intosh| OS X)\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** Name the browser and the system of a User-Agent header; else return its first product. */
export function shortUserAgent(header: string): string {
  const system = SYSTEMS.find(([, pattern]) => pattern.test(header))?.[0];
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(header)?.[1];
    if (version !== undefined) return [`${name} ${version}`, system].filter(Boolean).join(" · ");
  }
  return header.split(" ", 1)[0] ?? "";
}
