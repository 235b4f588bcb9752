import { Alert, Spin } from "antd";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";

import type { GivenMapping, useColumnPreview } from "../api/imports/use-column-preview";
import type { GivenReading } from "../api/imports/use-table-preview";
import { ReadingForm } from "../reading/reading-form";
import reading from "../reading/reading.module.css";
import { ColumnRoles } from "./column-roles";
import { ColumnRows } from "./column-rows";
import { mappingWith } from "./given-mapping";

export interface TableChoices {
  readonly reading: GivenReading;
  readonly mapping: GivenMapping;
}

interface Props {
  columns: ReturnType<typeof useColumnPreview>;
  choices: TableChoices;
  onChange: (choices: TableChoices) => void;
}

const OBJECTS = /\.(jsonl|ndjson)$/i;

/** Which columns of the first table at hand are what, before any is sent. */
export function FileColumns({ columns, choices, onChange }: Props) {
  const { t } = useTranslation();
  const table = columns.data;
  if (columns.isPending) return <Spin />;
  if (columns.isError) {
    return (
      <ErrorState error={columns.error} onRetry={() => onChange({ reading: {}, mapping: {} })} />
    );
  }
  if (table === null || table === undefined) return null;
  const { preview, name, numTables } = table;
  const missing = preview.roles.filter(({ is_needed, column }) => is_needed && column === null);
  return (
    <section className={reading.body} aria-label={t("mapping.title")}>
      <h3>{t("mapping.title")}</h3>
      <p className={reading.reason}>
        {numTables > 1 ? t("mapping.firstOf", { name, count: numTables }) : t("mapping.text")}
      </p>
      <ColumnRoles
        roles={preview.roles}
        names={preview.names}
        onChange={(role, column) =>
          onChange({ ...choices, mapping: mappingWith(preview.roles, role, column) })
        }
      />
      {choices.mapping.columns !== undefined && (
        <button
          type="button"
          className={reading.again}
          onClick={() => onChange({ ...choices, mapping: {} })}
        >
          {t("mapping.again")}
        </button>
      )}
      {missing.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t("mapping.needed", {
            roles: missing.map(({ role }) => t(`mapping.role.${role}`)).join(", "),
          })}
        />
      )}
      {preview.num_rows === 0 && <Alert type="warning" showIcon title={t("mapping.noRows")} />}
      <ColumnRows preview={preview} />
      {!OBJECTS.test(name) && (
        <ReadingForm
          preview={{ ...preview, reasons: [] }}
          given={choices.reading}
          parts={["delimiter", "encoding"]}
          // Columns are called otherwise then.
          onChange={(given) => onChange({ reading: given, mapping: {} })}
        />
      )}
    </section>
  );
}
