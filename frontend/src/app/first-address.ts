import { matchRoutes } from "react-router";

import type { Session } from "@/api/types";
import { publicRoutes } from "@/features/accounts/routes";

type Address = Pick<Location, "pathname" | "search">;

/** Where people who are not signed in go to from a member's page, and come back from. */
export function signInAddress({ pathname, search }: Address): string {
  return `/sign-in?next=${encodeURIComponent(pathname + search)}`;
}

/**
 * Return where to begin, before any page is loaded: the address asked for, unless it is a member's
 * page and nobody is signed in. Without this the page would be fetched only to be left.
 */
export function firstAddress(session: Session | undefined, asked: Address): string | null {
  const isStranger = session !== undefined && session.user === null;
  if (!isStranger || matchRoutes(publicRoutes, asked) !== null) return null;
  return signInAddress(asked);
}
