import type { CodeTab } from "@/components/ui/code-block";
import type { TFunction } from "i18next";

import { exampleParts } from "@/components/inputs/example-parts";
import type { InputSpec } from "@/components/inputs/input-spec";

import { asyncCurlSnippet, asyncPythonSnippet, type AsyncCall } from "./async-snippets";
import { easydlSnippet } from "./easydl-snippet";
import { easydlPythonSnippet, pythonSnippet } from "./python-snippets";
import { curlSnippet, javascriptSnippet } from "./snippets";
import { eventsCurlSnippet, streamPythonSnippet } from "./stream-snippets";

/** Where an endpoint is called, and by what. */
export interface Endpoint {
  readonly predictUrl: string;
  readonly easydlUrl: string;
  /** Where calls are accepted that are answered later; null where there are none. */
  readonly predictionsUrl: string | null;
  readonly secret: string;
  /** What EasyDL-compatible clients send; endpoints take keys there, too. */
  readonly token: string;
}

/** The same call in every way that is shown. */
export function snippetsOf(endpoint: Endpoint, input: InputSpec, t: TFunction): CodeTab[] {
  const { predictUrl, easydlUrl, predictionsUrl, secret, token } = endpoint;
  const parts = exampleParts(input, t);
  const call = { predictUrl, secret, parts };
  return [
    { key: "curl", label: "curl", code: curlSnippet(call) },
    { key: "python", label: "Python", code: pythonSnippet(call) },
    { key: "javascript", label: "JavaScript", code: javascriptSnippet(call) },
    {
      key: "stream_python",
      label: `${t("deployments.streams.short")} · Python`,
      code: streamPythonSnippet(call),
    },
    {
      key: "events",
      label: `${t("deployments.streams.events")} · curl`,
      code: eventsCurlSnippet(call),
    },
    ...(predictionsUrl === null ? [] : asyncTabs({ predictionsUrl, secret, parts }, t)),
    { key: "easydl", label: "EasyDL · curl", code: easydlSnippet(easydlUrl, token, parts) },
    {
      key: "easydl_python",
      label: "EasyDL · Python",
      code: easydlPythonSnippet(easydlUrl, token, parts),
    },
  ];
}

const asyncTabs = (call: AsyncCall, t: TFunction): CodeTab[] => [
  { key: "async", label: `${t("deployments.async.short")} · curl`, code: asyncCurlSnippet(call) },
  {
    key: "async_python",
    label: `${t("deployments.async.short")} · Python`,
    code: asyncPythonSnippet(call),
  },
];
