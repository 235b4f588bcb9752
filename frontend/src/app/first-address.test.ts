import { expect, it } from "vitest";

import type { Session } from "@/api/types";

import { firstAddress } from "./first-address";

const stranger = { user: null, memberships: [] } as unknown as Session;
const member = { user: { id: "1" }, memberships: [] } as unknown as Session;
const at = (pathname: string, search = "") => ({ pathname, search });

it("sends who is not signed in to sign in, and back to where they were going", () => {
  expect(firstAddress(stranger, at("/projects/7", "?tab=2"))).toBe(
    "/sign-in?next=%2Fprojects%2F7%3Ftab%3D2",
  );
});

it("lets everybody see the pages that are for people who are not signed in", () => {
  expect(firstAddress(stranger, at("/sign-up"))).toBeNull();
  expect(firstAddress(stranger, at("/invitations/abc"))).toBeNull();
});

it("leaves the address to members, and to the page where the session is not known", () => {
  expect(firstAddress(member, at("/"))).toBeNull();
  expect(firstAddress(undefined, at("/"))).toBeNull();
});
