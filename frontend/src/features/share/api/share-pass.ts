/** The header that carries the pass of a guest who knew the password. */
export function passHeader(sharePass: string): Record<string, string> {
  return sharePass === "" ? {} : { "Easel-Share-Pass": sharePass };
}

const keyOf = (token: string) => `easel.share.${token}`;

/** The pass of a page that was unlocked in this tab: phones load it anew after their camera. */
export function keptPass(token: string): string {
  return sessionStorage.getItem(keyOf(token)) ?? "";
}

export function keepPass(token: string, sharePass: string): void {
  if (sharePass === "") sessionStorage.removeItem(keyOf(token));
  else sessionStorage.setItem(keyOf(token), sharePass);
}
