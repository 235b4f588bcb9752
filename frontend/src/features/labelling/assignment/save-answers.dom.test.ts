import { afterEach, describe, expect, it, vi } from "vitest";

import { NOTHING } from "../model/annotations";
import { saveAnswers, type LostAnswer } from "./save-answers";

interface Call {
  method: string;
  path: string;
  body: unknown;
}

/** A server that gives one answer after the other, and remembers what it was asked. */
function server(...answers: [status: number, body: object][]): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const text = await request.text();
    const path = new URL(request.url).pathname;
    calls.push({ method: request.method, path, body: text === "" ? null : JSON.parse(text) });
    const [status, body] = answers.shift() ?? [500, {}];
    return new Response(JSON.stringify(body), {
      status,
      headers: { "Content-Type": "application/json" },
    });
  });
  return calls;
}

const refused = (code: string, params = {}) => ({ code, detail: "", params, errors: [] });
const item = (revision: number) => ({ id: "i1", state: "held", sample: { id: "s1", revision } });
const WRITE = { sampleId: "s1", revision: 3, annotations: { ...NOTHING, labelIds: ["cat"] } };

function save() {
  const lost: LostAnswer[] = [];
  const answer = saveAnswers([WRITE], {
    itemOf: () => "i1",
    isDone: () => true,
    secondsOn: () => 4,
    onSaved: () => undefined,
    onLost: (one) => lost.push(one),
  });
  return { answer, lost };
}

afterEach(() => vi.unstubAllGlobals());

describe("answers to work items", () => {
  it("are handed in with the version that was seen and the time they took", async () => {
    const calls = server([200, item(4)]);
    const { answer } = save();
    expect(await answer).toEqual({ saved: [{ sampleId: "s1", revision: 4 }], conflicts: [] });
    expect(calls[0]?.body).toMatchObject({ version: 3, submit: true, seconds: 4 });
  });

  it("take up again, unasked, an item that nobody took after the hold ended", async () => {
    const calls = server([409, refused("hold_lost")], [200, item(7)], [200, item(8)]);
    const { answer, lost } = save();
    expect((await answer).saved).toEqual([{ sampleId: "s1", revision: 8 }]);
    expect(calls.map(({ path }) => path.split("/").at(-1))).toEqual(["answer", "claim", "answer"]);
    expect(calls[2]?.body).toMatchObject({ version: 7 });
    expect(lost).toEqual([]);
  });

  it("are kept for the person to decide when somebody else has the item", async () => {
    const taken = refused("hold_lost", { holder: "Bob" });
    server([409, taken], [409, taken]);
    const { answer, lost } = save();
    expect(await answer).toEqual({ saved: [], conflicts: [] });
    expect(lost[0]?.annotations).toEqual(WRITE.annotations);
    expect(lost[0]?.problem.params.holder).toBe("Bob");
  });

  it("meet their own other tab as a conflict, and pass other problems on", async () => {
    server([409, refused("revision_stale", { revision: 9 })]);
    expect((await save().answer).conflicts).toEqual([{ sampleId: "s1", revision: 9 }]);
    server([422, refused("label_unknown")]);
    await expect(save().answer).rejects.toMatchObject({ code: "label_unknown" });
  });
});
