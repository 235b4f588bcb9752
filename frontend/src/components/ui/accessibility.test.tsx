import axe from "axe-core";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { Problem } from "@/api/problem";
import { BarChart } from "@/components/charts/bar-chart";
import { show } from "@/test/render";

import { CodeTabs } from "./code-block";
import { ConfirmDanger } from "./confirm-danger";
import { EmptyState } from "./empty-state";
import { ErrorState } from "./error-state";
import { Page } from "./page";
import { Stat, Stats } from "./stat";
import { Term } from "./term";

it("the shared components have no findings of axe", async () => {
  const { container } = await show(
    <main>
      <Page title="Title" lead="Lead" breadcrumbs={[{ title: "Up", to: "/" }]}>
        <EmptyState title="Nothing here">Begin.</EmptyState>
        <ErrorState error={new Problem(500, "error", "x", {}, [], "4fd1")} />
        <CodeTabs tabs={[{ key: "curl", label: "curl", code: "curl http://x" }]} />
        <Stats>
          <Stat label={<Term name="accuracy" />} value="98 %" detail="of 360" />
        </Stats>
        <BarChart title="Balance" bars={[{ name: "cat", value: 3 }]} />
      </Page>
    </main>,
  );
  // Colours need a real browser; tests/end_to_end checks them.
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

it("an error shows the id of its request", async () => {
  await show(<ErrorState error={new Problem(500, "error", "x", {}, [], "4fd1")} />);
  expect(screen.getByText("4fd1")).toBeInTheDocument();
});

it("what cannot be undone needs its name typed, and stays open when it fails", async () => {
  const { default: userEvent } = await import("@testing-library/user-event");
  await show(
    <ConfirmDanger
      open
      title="Delete?"
      verb="Delete it"
      typeToConfirm="digits"
      onConfirm={() => Promise.reject(new Problem(409, "last_owner", "x"))}
      onClose={() => expect.unreachable()}
    >
      All of it goes.
    </ConfirmDanger>,
  );
  const button = screen.getByRole("button", { name: "Delete it" });
  expect(button).toBeDisabled();
  await userEvent.type(screen.getByRole("textbox"), "digits");
  await userEvent.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent("at least one owner");
});
