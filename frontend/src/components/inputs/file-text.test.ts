import { expect, it } from "vitest";

import { textOfFile } from "./file-text";

const MONTH = "月份,v";

it.each([
  ["UTF-8", [0xe6, 0x9c, 0x88, 0xe4, 0xbb, 0xbd, 0x2c, 0x76]],
  ["GBK", [0xd4, 0xc2, 0xb7, 0xdd, 0x2c, 0x76]],
  ["UTF-16", [0xff, 0xfe, 0x08, 0x67, 0xfd, 0x4e, 0x2c, 0x00, 0x76, 0x00]],
])("reads a table written in %s", async (_, bytes) => {
  expect(await textOfFile(new Blob([new Uint8Array(bytes)]))).toBe(MONTH);
});

it("reads Western letters where nothing else fits", async () => {
  expect(await textOfFile(new Blob([new Uint8Array([0x67, 0xfc, 0xff])]))).toBe("güÿ");
});
