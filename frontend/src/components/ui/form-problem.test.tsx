import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { Problem, type FieldProblem } from "@/api/problem";
import { show } from "@/test/render";

import { FormProblem } from "./form-problem";
import { ProblemAlert } from "./problem-alert";

const SOURCES = Object.entries(
  import.meta.glob("../../features/**/*.tsx", {
    eager: true,
    query: "?raw",
    import: "default",
  }) as Record<string, string>,
);

const wrong = (code: string, ...errors: Omit<FieldProblem, "detail">[]) =>
  new Problem(
    422,
    code,
    "What the server said.",
    {},
    errors.map((one) => ({ ...one, detail: "What the server said of a field." })),
  );

/** A form whose sending is refused. */
function Refused({ error }: { error: Problem }) {
  const [refusal, setRefusal] = useState<Problem>();
  return (
    <Form onFinish={() => setRefusal(error)}>
      <FormProblem error={refusal} />
      <Form.Item name="name" label="Name" rules={[{ required: true, message: "Name it." }]}>
        <Input />
      </Form.Item>
      <Form.Item name={["owner", "email"]} label="Mail">
        <Input />
      </Form.Item>
      <Button htmlType="submit">Send</Button>
    </Form>
  );
}

async function send(error: Problem): Promise<void> {
  await show(<Refused error={error} />);
  await userEvent.type(screen.getByLabelText("Name"), "x");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
}

describe("a form", () => {
  it("takes somebody who left out a field to that field", async () => {
    await show(<Refused error={wrong("invalid")} />);
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("Name it.")).toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Name"));
  });

  it("takes somebody to the field that the server refused", async () => {
    await send(wrong("invalid", { pointer: "/owner/email", code: "max_length" }));
    expect(await screen.findByText("This is too long.")).toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Mail"));
    expect(screen.queryByText(/look at the hints/i)).toBeNull();
  });

  it("finds its fields where the request holds them a level deeper", async () => {
    await send(wrong("invalid", { pointer: "/project/name/0", code: "max_length" }));
    await screen.findByText("This is too long.");
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Name"));
  });

  it("says above its fields what is about none of them, and takes somebody there", async () => {
    await send(wrong("invalid", { pointer: "/organisation_id", code: "required" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("/organisation_id");
    expect(alert).toHaveTextContent("This is needed.");
    expect(document.activeElement).toContainElement(alert);
  });

  it("is refused in one way everywhere: by FormProblem inside", () => {
    const forms = SOURCES.filter(([, source]) => source.includes("onFinish="));
    expect(forms.length).toBeGreaterThan(10);
    expect(forms.filter(([, source]) => !source.includes("<FormProblem"))).toEqual([]);
  });
});

describe("ProblemAlert", () => {
  it("is scrolled to and takes the focus", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    await show(<ProblemAlert error={wrong("conflict")} />);
    expect(scrolled).toHaveBeenCalled();
    expect(document.activeElement).toContainElement(screen.getByRole("alert"));
  });

  it("leaves the focus to somebody who types", async () => {
    function Typing() {
      const [error, setError] = useState<Problem>();
      return (
        <>
          <input aria-label="text" onChange={() => setError(wrong("conflict"))} />
          <ProblemAlert error={error} />
        </>
      );
    }
    await show(<Typing />);
    await userEvent.type(screen.getByLabelText("text"), "a");
    await screen.findByRole("alert");
    expect(document.activeElement).toBe(screen.getByLabelText("text"));
  });
});
