const THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of a page for guests, at the site that is open here. */
export function shareAddress(origin: string, token: string): string {
  return `${origin}/share/${token}`;
}

/** Whether an address leads to this machine alone, where no phone reaches it. */
export function isOfThisMachine(address: string): boolean {
  return THIS_MACHINE.test(new URL(address).hostname);
}
