import { Alert } from "antd";
import { useTranslation } from "react-i18next";

import { readRows, type Source } from "@/components/media/source";
import { written } from "@/components/media/table-view";
import { WithText } from "@/components/media/text-view";
import { formatNumber, formatPercent } from "@/i18n/format";

import predictions from "./predictions.module.css";
import { isObject, type Row } from "./documents";
import { LabelsPrediction } from "./labels-prediction";
import styles from "./rows-prediction.module.css";

interface RowsPredictionProps {
  source: Source;
  results: readonly Row[];
  plain?: boolean;
}

/** Columns of a result that explain the prediction instead of being it. */
const ASIDE = new Set([
  "probabilities",
  "request",
  "score",
  "attributions",
  "low",
  "high",
  "unread",
]);

/** What was predicted for each row, beside the row; probabilities as bars. */
export function RowsPrediction({ source, results, plain }: RowsPredictionProps) {
  const { t } = useTranslation();
  const [only] = results;
  if (only === undefined) return <p className={predictions.muted}>{t("predictions.nothing")}</p>;
  return (
    <div className={predictions.stack}>
      <Unread results={results} />
      {results.length === 1 ? (
        <OneRow row={only} />
      ) : plain || (source.text ?? source.url) === undefined ? (
        <RowsTable results={results} />
      ) : (
        <WithText source={source}>
          {(text) => <RowsTable results={results} inputs={readRows(text) ?? undefined} />}
        </WithText>
      )}
    </div>
  );
}

/** Say which values were not understood, so that nobody takes a prediction without them for one with them. */
function Unread({ results }: { results: readonly Row[] }) {
  const { t } = useTranslation();
  const unread = results.flatMap(({ unread }, index) =>
    Array.isArray(unread)
      ? unread.map((column) => ({ column: String(column), row: index + 1 }))
      : [],
  );
  if (unread.length === 0) return null;
  const columns = [...new Set(unread.map(({ column }) => column))];
  return (
    <Alert
      type="warning"
      showIcon
      title={t("predictions.unread.title", { columns: columns.join(t("predictions.unread.and")) })}
      description={
        results.length > 1
          ? t("predictions.unread.rows", {
              count: new Set(unread.map(({ row }) => row)).size,
              first: unread[0]?.row,
            })
          : t("predictions.unread.text")
      }
    />
  );
}

function OneRow({ row }: { row: Row }) {
  const { i18n } = useTranslation();
  const probabilities = probabilitiesOf(row);
  return (
    <div className={predictions.stack}>
      {Object.entries(row).map(
        ([column, value]) =>
          !ASIDE.has(column) && (
            <p key={column}>
              <span className={predictions.muted}>{column}</span>
              <br />
              <strong className={predictions.figure}>{number(value, i18n.language)}</strong>
            </p>
          ),
      )}
      {probabilities.length > 0 && <LabelsPrediction results={probabilities} />}
    </div>
  );
}

function RowsTable({ results, inputs }: { results: readonly Row[]; inputs?: readonly Row[] }) {
  const { t, i18n } = useTranslation();
  const predicted = [...new Set(results.flatMap((row) => Object.keys(row)))].filter(
    (column) => !ASIDE.has(column),
  );
  const given = [...new Set((inputs ?? []).flatMap((row) => Object.keys(row)))];
  const hasProbabilities = results.some((row) => probabilitiesOf(row).length > 0);
  return (
    // What scrolls must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("predictions.rows")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("predictions.rowNumber")}</th>
            {predicted.map((column) => (
              <th key={column} scope="col" className={styles.predicted}>
                {column}
              </th>
            ))}
            {hasProbabilities && <th scope="col">{t("predictions.probability")}</th>}
            {given.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((row, index) => (
            <tr key={index}>
              <td>{index + 1}</td>
              {predicted.map((column) => (
                <td key={column} className={styles.predicted}>
                  {number(row[column], i18n.language)}
                </td>
              ))}
              {hasProbabilities && <td>{surest(row, i18n.language)}</td>}
              {given.map((column) => (
                <td key={column}>{written(inputs?.[index]?.[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The classes of a row with their probabilities, the likeliest first. */
export function probabilitiesOf({ probabilities }: Row): { name: string; score: number }[] {
  if (!isObject(probabilities)) return [];
  return Object.entries(probabilities)
    .flatMap(([name, score]) => (typeof score === "number" ? [{ name, score }] : []))
    .sort((one, other) => other.score - one.score);
}

function surest(row: Row, language: string): string {
  const [best] = probabilitiesOf(row);
  return best === undefined ? "" : formatPercent(best.score, language);
}

function number(value: unknown, language: string): string {
  if (typeof value !== "number") return written(value);
  return formatNumber(value, language);
}
