/** Where an endpoint's stream is; browsers set no header on a WebSocket, so the key is in the query. */
export function streamUrl(
  predictUrl: string,
  secret: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(predictUrl.replace(/\/predict$/, "/stream"), window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.search = new URLSearchParams({ ...query, access_token: secret }).toString();
  return url.href;
}
