import { describe, expect, it } from "vitest";

import { collectDropped, collectPicked } from "./dropped-files";

interface Entry {
  isFile: boolean;
  fullPath: string;
}

function fileEntry(fullPath: string): Entry {
  const file = new File(["x"], fullPath.split("/").at(-1) ?? "");
  return Object.assign(
    { isFile: true, fullPath },
    { file: (done: (f: File) => void) => done(file) },
  );
}

/** A directory that, as browsers do, answers in portions and then with nothing. */
function directoryEntry(fullPath: string, children: Entry[], portion = 100): Entry {
  return Object.assign(
    { isFile: false, fullPath },
    {
      createReader: () => {
        let start = 0;
        return {
          readEntries: (done: (entries: Entry[]) => void) => {
            done(children.slice(start, start + portion));
            start += portion;
          },
        };
      },
    },
  );
}

function transfer(...entries: Entry[]): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return { items } as unknown as DataTransfer;
}

describe("what was dropped", () => {
  it("is found in folders within folders, with its path", async () => {
    const drop = transfer(
      directoryEntry("/fruit", [directoryEntry("/fruit/apple", [fileEntry("/fruit/apple/1.jpg")])]),
      fileEntry("/2.jpg"),
    );
    const found = await collectDropped(drop);
    expect(found.map((file) => file.path)).toEqual(["fruit/apple/1.jpg", "2.jpg"]);
  });

  it("is complete in directories larger than one portion", async () => {
    const many = Array.from({ length: 250 }, (_, index) => fileEntry(`/d/${index}.jpg`));
    expect(await collectDropped(transfer(directoryEntry("/d", many)))).toHaveLength(250);
  });

  it("keeps the folder of a picked directory", () => {
    const file = new File(["x"], "1.jpg");
    Object.defineProperty(file, "webkitRelativePath", { value: "apple/1.jpg" });
    expect(collectPicked([file])[0]?.path).toBe("apple/1.jpg");
  });
});
