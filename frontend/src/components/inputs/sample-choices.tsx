import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";

import { sampleSource } from "@/api/sample-source";
import { useTrySamples, type Table } from "@/api/try-samples";
import { MediaTile } from "@/components/media/media-tile";
import type { Media } from "@/components/media/source";
import { ErrorState } from "@/components/ui/error-state";

import type { InputSpec } from "./input-spec";
import styles from "./inputs.module.css";
import type { Question } from "./request";
import { questionOfRow, questionOfSample, questionOfSeries } from "./sample-question";

const MAX_ROWS = 6;
const MAX_COLUMNS = 8;

interface SampleChoicesProps {
  /** The frozen version whose samples are offered; nothing is shown without one. */
  versionId: string | undefined;
  media: Media;
  input: InputSpec;
  disabled?: boolean;
  onAsk: (question: Question) => void;
}

/** Samples of the data to ask the model about with one click, whatever they hold. */
export function SampleChoices({ versionId, media, input, disabled, onAsk }: SampleChoicesProps) {
  const { t } = useTranslation();
  const found = useTrySamples(versionId, media === "table");
  const ask = useMutation({
    mutationFn: async (question: Question | Promise<Question>) => question,
    onSuccess: onAsk,
  });
  const isBusy = disabled === true || ask.isPending;
  const { samples = [], table } = found.data ?? {};
  const isText = media === "text" || media === "text_pair";
  if (samples.length === 0 && table === undefined) return null;
  return (
    <div className={styles.stack}>
      <p className={styles.caption}>{t("trySamples.lead")}</p>
      {ask.isError && <ErrorState error={ask.error} />}
      {table !== undefined && input.kind === "series" && (
        <div>
          <Button disabled={isBusy} onClick={() => ask.mutate(questionOfSeries(table, input))}>
            {t("trySamples.series", { name: table.name })}
          </Button>
        </div>
      )}
      {table !== undefined && input.kind === "table" && (
        <Rows
          table={table}
          names={input.columns.map(({ name }) => name)}
          disabled={isBusy}
          onChoose={(place) => ask.mutate(questionOfRow(table, place, input.columns))}
        />
      )}
      {samples.length > 0 && (
        <div className={isText ? styles.texts : styles.samples}>
          {samples.map((sample) => (
            <button
              key={sample.id}
              type="button"
              className={styles.sample}
              disabled={isBusy}
              onClick={() => ask.mutate(questionOfSample(sample, media, input))}
            >
              <MediaTile source={sampleSource(sample, media, 160)} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface RowsProps {
  table: Table;
  names: readonly string[];
  disabled: boolean;
  onChoose: (place: number) => void;
}

function Rows({ table, names, disabled, onChoose }: RowsProps) {
  const { t } = useTranslation();
  const shown = table.columns
    .map(({ name }, index) => ({ name, index }))
    .filter(({ name }) => names.includes(name))
    .slice(0, MAX_COLUMNS);
  return (
    // What scrolls must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.rows} tabIndex={0} role="region" aria-label={t("trySamples.rows")}>
      <table>
        <thead>
          <tr>
            <td />
            {shown.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, MAX_ROWS).map((cells, place) => (
            <tr key={place}>
              <td>
                <Button size="small" disabled={disabled} onClick={() => onChoose(place)}>
                  {t("trySamples.row", { number: place + 1 })}
                </Button>
              </td>
              {shown.map(({ name, index }) => (
                <td key={name}>{cells[index] ?? "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
