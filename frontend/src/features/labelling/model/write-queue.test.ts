import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { offline, Problem } from "@/api/problem";

import { labelsKey, type LabelIds } from "./label-change";
import { WriteQueue, type QueueStatus, type SampleWrite, type SaveResponse } from "./write-queue";

function acceptAll(writes: readonly SampleWrite<LabelIds>[]): SaveResponse {
  return {
    saved: writes.map(({ sampleId, revision }) => ({ sampleId, revision: revision + 1 })),
    conflicts: [],
  };
}

function makeQueue(save: (writes: readonly SampleWrite<LabelIds>[]) => Promise<SaveResponse>) {
  const listener = {
    onSaved: vi.fn(),
    onConflict: vi.fn(),
    onRefused: vi.fn(),
    onChange: vi.fn<(status: QueueStatus) => void>(),
  };
  return { queue: new WriteQueue<LabelIds>(save, listener, labelsKey), listener };
}

describe("the queue of label writes", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("saves in the order the labels were given", async () => {
    const sent: string[] = [];
    const { queue } = makeQueue(async (writes) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      sent.push(...writes.map((write) => `${write.sampleId}=${write.annotations?.join()}`));
      return acceptAll(writes);
    });
    queue.add([{ sampleId: "a", annotations: ["1"] }]);
    queue.add([{ sampleId: "b", annotations: ["2"] }]);
    queue.add([{ sampleId: "c", annotations: ["1"] }]);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual(["a=1", "b=2", "c=1"]);
  });

  it("uses the revision of its own last write, so it never conflicts with itself", async () => {
    const revisions: number[] = [];
    const { queue, listener } = makeQueue(async (writes) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      revisions.push(...writes.map((write) => write.revision));
      return acceptAll(writes);
    });
    queue.note({ sampleId: "a", revision: 7 });
    queue.add([{ sampleId: "a", annotations: ["1"] }]);
    await vi.advanceTimersByTimeAsync(10);
    queue.add([{ sampleId: "a", annotations: ["2"] }]);
    await vi.advanceTimersByTimeAsync(500);
    expect(revisions).toEqual([7, 8]);
    expect(listener.onConflict).not.toHaveBeenCalled();
  });

  it("sends only the last wish for a sample that still waits", async () => {
    const sent: SampleWrite<LabelIds>[] = [];
    const { queue } = makeQueue(async (writes) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      sent.push(...writes);
      return acceptAll(writes);
    });
    queue.add([{ sampleId: "first", annotations: ["1"] }]);
    queue.add([{ sampleId: "a", annotations: ["1"] }]);
    queue.add([{ sampleId: "a", annotations: ["2"] }]);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent.map((write) => write.annotations)).toEqual([["1"], ["2"]]);
  });

  it("keeps trying while the connection is lost, and says so", async () => {
    let broken = true;
    const { queue, listener } = makeQueue(async (writes) => {
      if (broken) throw offline(null);
      return acceptAll(writes);
    });
    queue.add([{ sampleId: "a", annotations: ["1"] }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(listener.onChange).toHaveBeenLastCalledWith({ numUnsaved: 1, offline: true });
    expect(queue.isUnsaved("a")).toBe(true);
    broken = false;
    queue.retryNow();
    await vi.advanceTimersByTimeAsync(10);
    expect(listener.onChange).toHaveBeenLastCalledWith({ numUnsaved: 0, offline: false });
    expect(listener.onSaved).toHaveBeenCalledOnce();
  });

  it("hands conflicts over with what the person wanted and learns the new revision", async () => {
    let theirs = true;
    const revisions: number[] = [];
    const { queue, listener } = makeQueue(async (writes) => {
      revisions.push(...writes.map((write) => write.revision));
      if (!theirs) return acceptAll(writes);
      theirs = false;
      return { saved: [], conflicts: [{ sampleId: "a", revision: 5 }] };
    });
    queue.add([{ sampleId: "a", annotations: ["1"] }]);
    await vi.advanceTimersByTimeAsync(10);
    expect(listener.onConflict).toHaveBeenCalledWith([
      { sampleId: "a", revision: 5, mine: ["1"], seen: 0 },
    ]);
    queue.add([{ sampleId: "a", annotations: ["1"] }]);
    await vi.advanceTimersByTimeAsync(10);
    expect(revisions).toEqual([0, 5]);
  });

  it("reports a refused write instead of repeating it, and goes on with the next", async () => {
    const { queue, listener } = makeQueue(async (writes) => {
      if (writes[0]?.sampleId === "a") throw new Problem(404, "not_found", "Gone.");
      return acceptAll(writes);
    });
    queue.add([{ sampleId: "a", annotations: ["1"] }]);
    queue.add([{ sampleId: "b", annotations: ["2"] }]);
    await vi.advanceTimersByTimeAsync(10);
    expect(listener.onRefused).toHaveBeenCalledWith(["a"], expect.any(Problem));
    expect(listener.onSaved).toHaveBeenCalledWith([{ sampleId: "b", revision: 1 }]);
  });

  it("sends samples with equal labels together, at most 500 at a time", async () => {
    const sizes: number[] = [];
    const { queue } = makeQueue(async (writes) => {
      sizes.push(writes.length);
      return acceptAll(writes);
    });
    queue.add(Array.from({ length: 620 }, (_, id) => ({ sampleId: `${id}`, annotations: ["1"] })));
    await vi.advanceTimersByTimeAsync(10);
    expect(sizes).toEqual([500, 120]);
  });
});
