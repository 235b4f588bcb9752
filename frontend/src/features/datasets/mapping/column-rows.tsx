import { useTranslation } from "react-i18next";

import type { ColumnPreview } from "../api/imports/use-column-preview";
import styles from "./mapping.module.css";
import reading from "../reading/reading.module.css";

const MAX_COLUMNS = 20;

/** The first rows as they stand in the file; columns that are read stand first where many are not. */
export function ColumnRows({ preview }: { preview: ColumnPreview }) {
  const { t } = useTranslation();
  const roleOf = new Map(preview.roles.map(({ role, column }) => [column, role]));
  const places = preview.names.map((_, place) => place);
  const isRead = (place: number) => roleOf.has(preview.names[place] ?? "");
  const shown =
    places.length <= MAX_COLUMNS
      ? places
      : [...places.filter(isRead), ...places.filter((place) => !isRead(place))].slice(
          0,
          MAX_COLUMNS,
        );
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it */}
      <div className={reading.scroll} tabIndex={0} role="region" aria-label={t("mapping.rows")}>
        <table className={reading.rows}>
          <thead>
            <tr>
              {shown.map((place) => {
                const name = preview.names[place] ?? "";
                const role = roleOf.get(name);
                return (
                  <th key={name} scope="col">
                    <span className={styles.name}>{name}</span>
                    <span className={role === undefined ? styles.ignored : styles.role}>
                      {role === undefined ? t("mapping.ignored") : t(`mapping.role.${role}`)}
                    </span>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((cells, row) => (
              <tr key={row}>
                {shown.map((place) => (
                  <td key={place} className={isRead(place) ? undefined : styles.ignored}>
                    {cells[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {places.length > shown.length && (
        <p className={reading.reason}>
          {t("mapping.further", { count: places.length - shown.length })}
        </p>
      )}
    </>
  );
}
