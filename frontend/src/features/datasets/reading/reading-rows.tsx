import { Input, Select } from "antd";
import { useTranslation } from "react-i18next";

import type { GivenReading, TablePreview } from "../api/imports/use-table-preview";
import styles from "./reading.module.css";

const KINDS = ["number", "time", "category", "text"] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  preview: TablePreview;
  given: GivenReading;
  disabled?: boolean;
  onChange: (given: GivenReading) => void;
}

/** The first rows as they would be read, with the name and the kind of each column. */
export function ReadingRows({ preview, given, disabled = false, onChange }: Props) {
  const { t } = useTranslation();
  const names = preview.columns.map((column) => column.name);
  const kinds = given.kinds ?? [];
  const rename = (place: number, name: string) => {
    const wanted = name.trim();
    if (wanted === "" || names.includes(wanted)) return;
    onChange({
      ...given,
      names: names.map((old, at) => (at === place ? wanted : old)),
      kinds: kinds.map((one) => (one.name === names[place] ? { ...one, name: wanted } : one)),
    });
  };
  const say = (name: string, kind: Kind, guessed: Kind | null | undefined) => {
    const others = kinds.filter((one) => one.name !== name);
    onChange({ ...given, kinds: kind === guessed ? others : [...others, { name, kind }] });
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("reading.rows")}>
      <table className={styles.rows}>
        <thead>
          <tr>
            {preview.columns.map((column, place) => (
              <th key={column.name} scope="col">
                <Input
                  key={column.name}
                  size="small"
                  aria-label={t("reading.name", { place: place + 1 })}
                  defaultValue={column.name}
                  disabled={disabled}
                  onBlur={(event) => rename(place, event.target.value)}
                  onPressEnter={(event) => event.currentTarget.blur()}
                />
                <Select
                  size="small"
                  className={styles.kind}
                  aria-label={t("reading.kind", { column: column.name })}
                  value={column.kind ?? undefined}
                  placeholder={t("reading.kindNone")}
                  disabled={disabled}
                  onChange={(kind: Kind) => say(column.name, kind, column.guessed_kind)}
                  options={KINDS.map((kind) => ({
                    value: kind,
                    label: t(`reading.kinds.${kind}`),
                  }))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.slice(0, 8).map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, place) => (
                <td key={names[place]}>{cell === "" ? <i>{t("reading.noValue")}</i> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
