import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TFunction } from "i18next";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { exampleParts } from "@/components/inputs/example-parts";

import { asyncCurlSnippet, asyncPythonSnippet } from "./async-snippets";
import { snippetsOf } from "./snippets-of";

const t = ((key: string) => key) as TFunction;
const run = promisify(execFile);
const IMAGE = Buffer.alloc(300_000, Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x80, 0xfe, 0x0a]));
const DONE = { id: "1", status: "succeeded", response: { body: { results: [{ name: "cat" }] } } };

let server: Server;
let folder: string;
let origin: string;
let accepted: Buffer[] = [];
let statuses: string[] = [];
let isRefused = false;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "snippets-"));
  writeFileSync(join(folder, "photo.jpg"), IMAGE);
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const isCaller = request.headers.authorization === "Bearer ep_it's$HOME";
      if (isRefused || !isCaller) {
        response.writeHead(403).end('{"code":"not_enabled","detail":"Not here."}');
      } else if (request.method === "POST") {
        accepted.push(body);
        response.writeHead(202, { Location: "/endpoints/e/predictions/1" }).end("{}");
      } else {
        const status = statuses.shift() ?? "succeeded";
        response.writeHead(request.url === "/endpoints/e/predictions/1" ? 200 : 404);
        response.end(JSON.stringify({ ...DONE, status }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  accepted = [];
  statuses = ["queued", "running"];
  isRefused = false;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const call = (parts = exampleParts({ kind: "image" }, t)) => ({
  predictionsUrl: `${origin}/endpoints/e/predictions`,
  secret: "ep_it's$HOME",
  parts,
});
const answerOf = async (program: string, code: string) =>
  (await run(program, ["-c", code], { cwd: folder })).stdout;

it("curl has a file accepted, and asks until the prediction is finished", async () => {
  expect(JSON.parse(await answerOf("sh", asyncCurlSnippet(call())))).toEqual(DONE);
  expect(accepted).toHaveLength(1);
  expect(accepted[0]?.includes(IMAGE)).toBe(true);
  expect(statuses).toEqual([]);
}, 20_000);

it("and so does Python, with the file as the body or texts as JSON", async () => {
  expect(JSON.parse(await answerOf("python3", asyncPythonSnippet(call())))).toEqual(DONE);
  expect(accepted[0]?.equals(IMAGE)).toBe(true);
  statuses = [];
  const pair = [{ name: "text", value: "It's 5 o'clock" }];
  expect(JSON.parse(await answerOf("python3", asyncPythonSnippet(call(pair))))).toEqual(DONE);
  expect(JSON.parse(accepted[1]?.toString() ?? "")).toEqual({ text: "It's 5 o'clock" });
}, 20_000);

it("Python ends with what the endpoint says of a refusal", async () => {
  isRefused = true;
  await expect(answerOf("python3", asyncPythonSnippet(call()))).rejects.toThrow(/Not here/);
});

it("there is no such code where no such calls are accepted", () => {
  const urls = { predictUrl: "P", easydlUrl: "E", predictionsUrl: null, secret: "s", token: "t" };
  const keys = snippetsOf(urls, { kind: "image" }, t).map(({ key }) => key);
  expect(keys).not.toContain("async");
  expect(keys).not.toContain("async_python");
});
