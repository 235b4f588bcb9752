import { expect, test } from "vitest";

import { namesOf, problemOfAnswer, readAnswer } from "./answers";

test("an answer is read, with the names of what was found", () => {
  const answer = readAnswer('{"message": 2, "results": [{"name": "nut"}, {"text": "a"}]}');
  expect(answer?.message).toBe(2);
  expect(answer && namesOf(answer)).toEqual(["nut"]);
  expect(answer && problemOfAnswer(answer)).toBeNull();
});

test("a refused message is a problem like that of a call", () => {
  const error = { code: "rate_limited", message: "Too many.", status: 429, params: { limit: 1 } };
  const problem = problemOfAnswer({ message: 1, error });
  expect([problem?.status, problem?.code, problem?.params]).toEqual([
    429,
    "rate_limited",
    { limit: 1 },
  ]);
});

test("what is no answer is none", () => {
  expect(readAnswer(new ArrayBuffer(2))).toBeNull();
  expect(readAnswer("[]")).toBeNull();
});
