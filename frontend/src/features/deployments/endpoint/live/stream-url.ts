/** Where an endpoint's stream is, beside the address of its calls. */
export const streamAddress = (predictUrl: string) =>
  predictUrl.replace(/\/predict(?=\?|$)/, "/stream").replace(/^http/, "ws");

/** Where a browser opens an endpoint's stream; browsers set no header on a WebSocket, so the key is in the query. */
export function streamUrl(
  predictUrl: string,
  secret: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(streamAddress(predictUrl), window.location.href);
  // One that is relative has the protocol of this page.
  url.protocol = url.protocol.replace(/^http/, "ws");
  url.search = new URLSearchParams({ ...query, access_token: secret }).toString();
  return url.href;
}
