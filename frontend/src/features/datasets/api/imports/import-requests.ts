import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { Problem } from "@/api/problem";

import { OffsetMismatch, type ArchiveState } from "../../upload/archive-upload";
import type { DatasetFormat } from "../../upload/formats";
import type { GivenMapping } from "./use-column-preview";
import type { GivenReading, WholeReading } from "./use-table-preview";
import type { UploadTransport } from "../../upload/uploader";

/** What becomes of annotations that samples have already. */
export type Existing = components["schemas"]["Import"]["existing"];

/** Open an upload session; answers its id. */
export async function openImport(
  datasetId: string,
  format: DatasetFormat,
  {
    datumaro = "",
    existing,
    reading = {},
    mapping = {},
  }: {
    datumaro?: string | undefined;
    existing?: Existing;
    reading?: GivenReading | undefined;
    mapping?: GivenMapping | undefined;
  } = {},
): Promise<string> {
  const session = await send(
    api.POST("/api/v1/datasets/{dataset_id}/imports", {
      params: { path: { dataset_id: datasetId } },
      body: {
        format,
        datumaro_format: datumaro,
        reading: reading as WholeReading,
        mapping,
        ...(existing && { existing }),
      },
    }),
  );
  return session.id;
}

export function closeImport(importId: string) {
  return send(
    api.POST("/api/v1/imports/{import_id}/close", { params: { path: { import_id: importId } } }),
  );
}

function archiveState(archive: { id: string; num_received: number }): ArchiveState {
  return { id: archive.id, numReceived: archive.num_received };
}

/** The requests of one import, as the uploader needs them. */
export function importTransport(importId: string): UploadTransport {
  const path = { import_id: importId };
  return {
    refer: async (files, signal) => {
      const answer = await send(
        api.POST("/api/v1/imports/{import_id}/references", {
          params: { path },
          body: { files: [...files] },
          signal,
        }),
      );
      return answer.outcomes;
    },
    sendFiles: async (files, signal) => {
      const form = new FormData();
      // In the name of a file a form writes a quotation mark otherwise.
      for (const { file, path: name } of files) {
        form.append("files", file, name);
        form.append("paths", name);
      }
      const answer = await send(
        api.POST("/api/v1/imports/{import_id}/files", {
          params: { path },
          body: { files: [] },
          bodySerializer: () => form,
          signal,
        }),
      );
      return answer.outcomes;
    },
    openArchive: async (name, numBytes, signal) =>
      archiveState(
        await send(
          api.POST("/api/v1/imports/{import_id}/archives", {
            params: { path },
            body: { name, num_bytes: numBytes },
            signal,
          }),
        ),
      ),
    sendChunk,
    completeArchive: async (id, signal) => {
      const archive = await send(
        api.POST("/api/v1/archives/{archive_id}/complete", {
          params: { path: { archive_id: id } },
          signal,
        }),
      );
      return archive.job?.id ?? null;
    },
  };
}

async function sendChunk(
  id: string,
  offset: number,
  chunk: Blob,
  signal: AbortSignal,
): Promise<ArchiveState> {
  try {
    return archiveState(
      await send(
        api.PUT("/api/v1/archives/{archive_id}/chunks", {
          params: { path: { archive_id: id }, query: { offset } },
          headers: { "Content-Type": "application/octet-stream" },
          body: "",
          bodySerializer: () => chunk,
          signal,
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "offset_mismatch") throw error;
    throw new OffsetMismatch(Number(error.params.expected));
  }
}
