import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import type { ModelVersionDetail } from "../types";
import { DownloadPanel } from "./download-panel";

const may = vi.hoisted(() => ({ build: false }));
vi.mock("@/api/project", () => ({ useMay: () => may.build }));
vi.mock("../api/use-build-sdk", () => ({ useBuildSdk: () => ({ isPending: false }) }));
vi.mock("@/components/inputs/input-spec", () => ({ inputOf: () => null }));

it.each([true, false])("says why no SDK can be built, to one who may: %s", async (builds) => {
  may.build = builds;
  await show(<DownloadPanel version={{ id: "v1", manifest: {} } as ModelVersionDetail} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Build Python SDK" }).disabled).toBe(
    !builds,
  );
  expect(screen.queryAllByText(/^Only developers and those above them/)).toHaveLength(
    builds ? 0 : 1,
  );
});
