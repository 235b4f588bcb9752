import { Alert, Radio, Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { counted } from "@/i18n/problem-text";

import type { GivenReading, TablePreview } from "../api/imports/use-table-preview";
import styles from "./reading.module.css";

type Looked = Pick<TablePreview, "reading" | "changed" | "reasons" | "sheets" | "file_kind">;

interface Props {
  preview: Looked;
  given: GivenReading;
  disabled?: boolean;
  /** Parts beside the header and the rows to skip; all of them where none are named. */
  parts?: readonly Part[];
  onChange: (given: GivenReading) => void;
}

const CHOICES = {
  delimiter: [",", ";", "\t", "|", " "],
  encoding: [
    "utf-8",
    "gb18030",
    "big5hkscs",
    "cp932",
    "euc_jp",
    "cp949",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "cp1252",
    "latin-1",
  ],
  decimal: [".", ","],
  thousands: ["none", ",", ".", " ", "'"],
  date_order: ["ymd", "dmy", "mdy"],
} as const;
const SIGN_NAMES: Readonly<Record<string, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
  " ": "space",
  ".": "dot",
  "'": "apostrophe",
  none: "none",
  ymd: "ymd",
  dmy: "dmy",
  mdy: "mdy",
};
type Part = keyof typeof CHOICES;
/** What only a file of text has. */
const OF_TEXT: readonly Part[] = ["delimiter", "encoding"];
const PARTS: readonly Part[] = ["delimiter", "encoding", "decimal", "thousands", "date_order"];

/** How a table is read: each part guessed with its reason, and for people to change. */
export function ReadingForm({ preview, given, disabled = false, parts, onChange }: Props) {
  const { t } = useTranslation();
  const { reading } = preview;
  const word = (part: Part, value: string) =>
    part === "encoding"
      ? t(`reading.encodings.${value}`, { defaultValue: value })
      : t(`reading.sign.${SIGN_NAMES[value] ?? value}`, { defaultValue: value });
  const shown = (parts ?? PARTS).filter(
    (part) => preview.file_kind === "text" || !OF_TEXT.includes(part),
  );
  return (
    <div className={styles.form}>
      {preview.sheets.length > 1 && (
        <Line part="sheet" preview={preview} given={given} disabled={disabled} onChange={onChange}>
          <Select
            aria-label={t("reading.part.sheet")}
            className={styles.choice}
            disabled={disabled}
            value={reading.sheet === "" ? preview.sheets[0] : reading.sheet}
            // Another sheet is another table: nothing said of this one holds there.
            onChange={(sheet) => onChange({ sheet })}
            options={preview.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          />
        </Line>
      )}
      <Line part="header" preview={preview} given={given} disabled={disabled} onChange={onChange}>
        <Radio.Group
          aria-label={t("reading.part.header")}
          disabled={disabled}
          value={reading.header === true}
          onChange={(event) =>
            onChange({ ...given, header: Boolean(event.target.value), names: [], kinds: [] })
          }
          options={[
            { value: true, label: t("reading.headerNames") },
            { value: false, label: t("reading.headerData") },
          ]}
        />
      </Line>
      {shown.map((part) => (
        <Line
          key={part}
          part={part}
          preview={preview}
          given={given}
          disabled={disabled}
          onChange={onChange}
        >
          <Select
            aria-label={t(`reading.part.${part}`)}
            className={styles.choice}
            disabled={disabled}
            value={String(reading[part])}
            onChange={(value) => onChange({ ...given, [part]: value })}
            options={CHOICES[part].map((value) => ({ value, label: word(part, value) }))}
          />
        </Line>
      ))}
      {parts === undefined && (
        <Line
          part="missing"
          preview={preview}
          given={given}
          disabled={disabled}
          onChange={onChange}
        >
          <Select
            aria-label={t("reading.part.missing")}
            className={styles.choice}
            mode="tags"
            open={false}
            suffixIcon={null}
            disabled={disabled}
            value={Array.isArray(reading.missing) ? reading.missing : []}
            onChange={(missing) => onChange({ ...given, missing })}
            placeholder={t("reading.missingNone")}
          />
        </Line>
      )}
      <Line
        part="skip_rows"
        preview={preview}
        given={given}
        disabled={disabled}
        onChange={onChange}
      >
        <Select
          aria-label={t("reading.part.skip_rows")}
          className={styles.choice}
          disabled={disabled}
          value={Number(reading.skip_rows)}
          onChange={(rows) => onChange({ ...given, skip_rows: rows })}
          options={Array.from({ length: 21 }, (_, value) => ({ value, label: value }))}
        />
      </Line>
    </div>
  );
}

interface LineProps {
  part: keyof GivenReading & string;
  preview: Looked;
  given: GivenReading;
  disabled: boolean;
  onChange: (given: GivenReading) => void;
  children: ReactNode;
}

/** One part with the reason for its guess; what is otherwise than guessed can be guessed again. */
function Line({ part, preview, given, disabled, onChange, children }: LineProps) {
  const { t } = useTranslation();
  const reasons = preview.reasons.filter((reason) => reason.part === part);
  const isChanged = preview.changed.includes(part);
  const texts = (params: Record<string, unknown>) =>
    typeof params.encoding === "string"
      ? {
          ...params,
          encoding: t(`reading.encodings.${params.encoding}`, { defaultValue: params.encoding }),
        }
      : params;
  const isUncertain = reasons.some((reason) => !reason.is_sure);
  return (
    <div className={styles.line}>
      <span className={styles.label}>{t(`reading.part.${part}`)}</span>
      <div className={styles.control}>
        {children}
        {isChanged ? (
          <button
            type="button"
            className={styles.again}
            disabled={disabled}
            onClick={() => onChange({ ...given, [part]: "auto" })}
          >
            {t("reading.guessAgain")}
          </button>
        ) : (
          <small className={isUncertain ? styles.unsure : styles.reason}>
            {isUncertain && `${t("reading.unsure")} `}
            {reasons
              .map(({ code, params, message }) =>
                t(`reading.reason.${code}`, { ...counted(texts(params)), defaultValue: message }),
              )
              .join(" ")}
          </small>
        )}
      </div>
    </div>
  );
}

/** What of the first rows is not as the table has it. */
export function PreviewWarnings({ preview }: { preview: TablePreview }) {
  const { t } = useTranslation();
  const odd = preview.columns.filter((column) => column.num_infinite + column.num_odd > 0);
  return (
    <>
      {preview.num_rows === 0 && <Alert type="error" showIcon title={t("errors.table_empty")} />}
      {preview.num_uneven > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("reading.uneven", counted({ num: preview.num_uneven, rows: preview.num_rows }))}
        />
      )}
      {preview.notes.map(({ code, params, message }) => (
        <Alert
          key={code}
          type="warning"
          showIcon
          title={t(`formats.errors.${code}`, { ...counted(params), defaultValue: message })}
        />
      ))}
      {preview.num_named_anew > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("formats.errors.columns_repeated", counted({ num: preview.num_named_anew }))}
        />
      )}
      {odd.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={odd
            .slice(0, 5)
            .flatMap(({ name, kind, num_infinite, num_odd }) => [
              num_infinite > 0 &&
                t("reading.infinite", counted({ column: name, num: num_infinite })),
              num_odd > num_infinite &&
                t(
                  kind === "time" ? "reading.notTime" : "reading.notNumber",
                  counted({ column: name, num: num_odd - num_infinite }),
                ),
            ])
            .filter(Boolean)
            .join(" ")}
        />
      )}
    </>
  );
}
