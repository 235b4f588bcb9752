import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding, problem } from "@/test/server";

import { SignInPage } from "./sign-in-page";

const nobody = { user: null, memberships: [], sign_up_open: true };
const somebody = {
  user: { id: "u", email: "lin@example.com", name: "Lin", language: "en", created_at: "" },
  memberships: [],
  sign_up_open: true,
};

async function signIn() {
  await userEvent.type(screen.getByLabelText("E-mail"), "lin@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

it("says in words that the credentials are wrong, and keeps what was typed", async () => {
  responding({
    "GET /api/v1/session": { body: nobody },
    "POST /api/v1/session": { status: 401, body: problem("credentials_wrong") },
  });
  await show(<SignInPage />, { at: "/sign-in", path: "/sign-in" });
  await signIn();
  expect(await screen.findByText(/do not match/)).toBeInTheDocument();
  expect(screen.getByLabelText("E-mail")).toHaveValue("lin@example.com");
});

it("sends the CSRF token and goes back to where one came from", async () => {
  document.cookie = "csrftoken=abc123";
  const made = responding({
    "GET /api/v1/session": { body: nobody },
    "POST /api/v1/session": { body: somebody },
  });
  const { router } = await show(<SignInPage />, { at: "/sign-in?next=/help", path: "/sign-in" });
  await signIn();
  await waitFor(() => expect(router.state.location.pathname).toBe("/help"));
  const post = made.find(({ method }) => method === "POST");
  expect(post?.headers.get("X-CSRFToken")).toBe("abc123");
});

it("does not follow a link to another site", async () => {
  responding({ "GET /api/v1/session": { body: somebody } });
  const { router } = await show(<SignInPage />, {
    at: "/sign-in?next=//evil.example",
    path: "/sign-in",
  });
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});
