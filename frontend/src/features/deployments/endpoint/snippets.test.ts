import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { execFile, execFileSync } from "node:child_process";
import type { TFunction } from "i18next";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { exampleParts, type ExamplePart } from "@/components/inputs/example-parts";

import { easydlSnippet } from "./easydl-snippet";
import { easydlPythonSnippet, pythonSnippet } from "./python-snippets";
import { curlSnippet, javascriptSnippet } from "./snippets";
import { snippetsOf } from "./snippets-of";

const t = ((key: string) => key) as TFunction;
const run = promisify(execFile);
// Larger than any command line: of POSIX shells, one word has at most 128 KiB.
const IMAGE = Buffer.alloc(3_000_000, Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x80, 0xfe, 0x0a]));

interface Heard {
  url: string;
  authorization: string | undefined;
  type: string;
  body: Buffer;
}

const ANSWER = { log_id: 1, results: [{ name: "cat", score: 0.97 }] };

/** What the next request is answered, in place of a prediction. */
let refusal: { status: number; body: unknown } | undefined;
let server: Server;
let folder: string;
let origin: string;
const heard: Heard[] = [];

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function has(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "snippets-"));
  writeFileSync(join(folder, "photo.jpg"), IMAGE);
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      heard.push({
        url: request.url ?? "",
        authorization: request.headers.authorization,
        type: request.headers["content-type"] ?? "",
        body,
      });
      response.writeHead(refusal?.status ?? 200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(refusal?.body ?? ANSWER));
      refusal = undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function answerOf(program: string, args: string[]): Promise<{ output: string; call: Heard }> {
  heard.length = 0;
  const { stdout } = await run(program, args, { cwd: folder });
  const [call] = heard;
  if (call === undefined) throw new Error("The snippet called nobody.");
  return { output: stdout, call };
}

const easydl = () => `${origin}/rpc/2.0/ai_custom/v1/classification/digits`;
const IMAGE_PARTS = exampleParts({ kind: "image" }, t);
const PAIR = { text1: "It's 5 o'clock", text2: "我说“好”" };
const PAIR_PARTS = Object.entries(PAIR).map(([name, value]) => ({ name, value }));
const call = (parts: readonly ExamplePart[] = IMAGE_PARTS) => ({
  predictUrl: `${origin}/predict`,
  secret: "ep_it's$HOME",
  parts,
});

describe("snippets", () => {
  it("every snippet holds the key or token, of whatever input", () => {
    const predictionsUrl = "http://127.0.0.1/predictions";
    const urls = { predictUrl: "P", easydlUrl: "E", predictionsUrl };
    const endpoint = { ...urls, secret: "epk_1", token: "t.o.k" };
    for (const kind of ["image", "text", "video", "image_text"] as const) {
      for (const { key, code } of snippetsOf(endpoint, { kind }, t)) {
        expect(code).toContain(key.startsWith("easydl") ? "E?access_token=t.o.k" : "Bearer epk_1");
      }
    }
  });

  it.runIf(has("curl"))("the curl line sends the file and the key when pasted", async () => {
    const { output, call: sent } = await answerOf("sh", ["-c", curlSnippet(call())]);
    expect(JSON.parse(output)).toMatchObject({ results: [{ name: "cat" }] });
    expect(sent.authorization).toBe("Bearer ep_it's$HOME");
    expect(sent.type).toContain("multipart/form-data");
    expect(sent.body.includes(IMAGE)).toBe(true);
  });

  it.runIf(has("python3"))("the Python program prints the result", async () => {
    const { output, call: sent } = await answerOf("python3", ["-c", pythonSnippet(call())]);
    expect(JSON.parse(output)).toMatchObject({ results: [{ name: "cat", score: 0.97 }] });
    expect(sent.authorization).toBe("Bearer ep_it's$HOME");
    expect(sent.type).toBe("application/octet-stream");
    expect(sent.body.equals(IMAGE)).toBe(true);
  });

  it.runIf(has("python3"))(
    "the Python program ends with what the endpoint says of a refusal",
    async () => {
      refusal = { status: 401, body: { code: "token_invalid", detail: "Not known here." } };
      await expect(answerOf("python3", ["-c", pythonSnippet(call())])).rejects.toThrow(
        /Not known here/,
      );
    },
  );

  it("the JavaScript module prints the result", async () => {
    const file = join(folder, "call.mjs");
    writeFileSync(file, javascriptSnippet(call()));
    const { output, call: sent } = await answerOf(process.execPath, [file]);
    expect(JSON.parse(output)).toMatchObject({ results: [{ name: "cat", score: 0.97 }] });
    expect(sent.authorization).toBe("Bearer ep_it's$HOME");
    expect(sent.body.includes(IMAGE)).toBe(true);
  });

  it.runIf(has("curl"))("the EasyDL line sends base64 without a head, however large", async () => {
    const line = easydlSnippet(easydl(), "t.o.k", IMAGE_PARTS);
    const { call: sent } = await answerOf("sh", ["-c", line]);
    expect(sent.url).toContain("access_token=t.o.k");
    expect(sent.type).toBe("application/json");
    const body = JSON.parse(sent.body.toString()) as { image: string };
    expect(Buffer.from(body.image, "base64").equals(IMAGE)).toBe(true);
  });

  it.runIf(has("curl"))("and so does one with a text beside the file", async () => {
    const parts = [...IMAGE_PARTS, ...PAIR_PARTS];
    const { call: sent } = await answerOf("sh", ["-c", easydlSnippet(easydl(), "t.o.k", parts)]);
    const { image, ...rest } = JSON.parse(sent.body.toString()) as Record<string, string>;
    expect(Buffer.from(image ?? "", "base64").equals(IMAGE)).toBe(true);
    expect(rest).toEqual(PAIR);
  });

  it.runIf(has("python3"))(
    "the EasyDL program sends the same, and names what is refused",
    async () => {
      const program = easydlPythonSnippet(easydl(), "t.o.k", IMAGE_PARTS);
      const { call: sent } = await answerOf("python3", ["-c", program]);
      expect(sent.url).toContain("access_token=t.o.k");
      const body = JSON.parse(sent.body.toString()) as { image: string };
      expect(Buffer.from(body.image, "base64").equals(IMAGE)).toBe(true);
      refusal = { status: 200, body: { error_code: 336004, error_msg: "Too large." } };
      await expect(answerOf("python3", ["-c", program])).rejects.toThrow(/Too large/);
    },
  );

  it.runIf(has("curl"))("texts with quotes arrive as they were written, by curl", async () => {
    const { call: sent } = await answerOf("sh", ["-c", curlSnippet(call(PAIR_PARTS))]);
    expect(sent.type).toBe("application/json");
    expect(JSON.parse(sent.body.toString())).toEqual(PAIR);
  });

  it.runIf(has("python3"))("and by Python", async () => {
    const { call: sent } = await answerOf("python3", ["-c", pythonSnippet(call(PAIR_PARTS))]);
    expect(JSON.parse(sent.body.toString())).toEqual(PAIR);
  });

  it("and by JavaScript", async () => {
    const file = join(folder, "pair.mjs");
    writeFileSync(file, javascriptSnippet(call(PAIR_PARTS)));
    const { call: sent } = await answerOf(process.execPath, [file]);
    expect(JSON.parse(sent.body.toString())).toEqual(PAIR);
  });

  it.runIf(has("python3"))("rows keep their numbers and names", async () => {
    const columns = [
      { kind: "number", name: "age" },
      { kind: "category", name: "job", categories: ["clerk"] },
    ] as const;
    const parts = exampleParts({ kind: "table", columns }, t);
    const { call: sent } = await answerOf("python3", ["-c", pythonSnippet(call(parts))]);
    expect(JSON.parse(sent.body.toString())).toEqual({ data: [{ age: 0, job: "clerk" }] });
  });
});
