import { useSyncExternalStore } from "react";

import type { FormatGuess } from "../api/imports/use-detected-format";
import type { DatasetFormat } from "./formats";
import type { UploadPlan } from "./plan";
import type { UploadSnapshot } from "./upload-items";
import type { Uploader } from "./uploader";

/** An upload of this tab. It lives outside the pages, so that leaving one does not end it. */
export interface UploadSession {
  readonly importId: string;
  readonly format: DatasetFormat;
  readonly plan: UploadPlan;
  readonly uploader: Uploader;
  /** What its files were taken for without a question, and which labels were there before. */
  readonly unasked: {
    readonly guess: FormatGuess;
    readonly labelsBefore: ReadonlySet<string>;
  } | null;
}

const sessions = new Map<string, UploadSession>();
const listeners = new Set<() => void>();

function changed(): void {
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Leaving the site would end an upload: let the browser ask. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  const running = [...sessions.values()].some(
    ({ uploader }) => uploader.getSnapshot().state === "running",
  );
  if (running) event.preventDefault();
}

export function beginSession(datasetId: string, session: UploadSession): void {
  if (sessions.size === 0) window.addEventListener("beforeunload", warnBeforeLeaving);
  sessions.set(datasetId, session);
  session.uploader.subscribe(changed);
  changed();
}

export function endSession(datasetId: string): void {
  sessions.delete(datasetId);
  if (sessions.size === 0) window.removeEventListener("beforeunload", warnBeforeLeaving);
  changed();
}

/** The upload into a dataset that this tab has begun, if any. */
export function useUploadSession(datasetId: string): UploadSession | undefined {
  return useSyncExternalStore(subscribe, () => sessions.get(datasetId));
}

export function useUploadSnapshot({ uploader }: UploadSession): UploadSnapshot {
  return useSyncExternalStore(uploader.subscribe, uploader.getSnapshot);
}

/** Whether files are on their way into this dataset now. */
export function useRunningUpload(datasetId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => sessions.get(datasetId)?.uploader.getSnapshot().state === "running",
  );
}
