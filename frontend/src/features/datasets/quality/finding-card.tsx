import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useTaskCard } from "@/api/task-card";
import { sampleSource } from "@/api/sample-source";
import { MediaTile } from "@/components/media/media-tile";

import type { Finding, FoundSample } from "../api/quality/quality-keys";
import { useFoundSamples } from "../api/quality/use-found-samples";
import { useThisDataset } from "../dataset-context";
import { issueOf } from "./issue";
import styles from "./finding-card.module.css";
import { FoundPlace } from "./found-place";
import { FoundWords } from "./found-words";
import { FixControls } from "./fix-controls";
import { wordsInContext } from "./words-in-context";

const NUM_SHOWN = 8;

/** One kind of thing that was found: what it means, its first samples, and its fix. */
export function FindingCard({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const { kind, num_samples: count, num_groups: groups, params } = finding;
  return (
    <article className={styles.card} aria-label={t(`quality.kind.${kind}.name`)}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h3>{t(`quality.kind.${kind}.name`)}</h3>
          <p className={styles.text}>{t(`quality.kind.${kind}.text`, params)}</p>
        </div>
        <p className={styles.number}>
          <Link to={`../browse?finding=${finding.id}`}>{t("quality.num", { count })}</Link>
          {groups > 0 && <span> {t("quality.groups", { count: groups })}</span>}
        </p>
      </div>
      <FirstSamples finding={finding} />
      <FixControls finding={finding} />
    </article>
  );
}

function FirstSamples({ finding }: { finding: Finding }) {
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  const found = useFoundSamples(dataset.id, finding.id, NUM_SHOWN);
  if (found.isError) return null;
  if (card?.media === "table") {
    // The sample is the whole table; what was found are its rows and columns.
    return (
      <ul className={styles.rows}>
        {found.data?.map((one) => (
          <FoundRow key={one.id} found={one} kind={finding.kind} />
        ))}
      </ul>
    );
  }
  return (
    <ul className={styles.samples} aria-busy={found.isPending}>
      {found.data?.map((one) => (
        <FirstSample key={one.id} finding={finding} found={one} />
      ))}
      {found.isPending && finding.first.map((id) => <li key={id} className={styles.waiting} />)}
    </ul>
  );
}

function FirstSample({ finding, found }: { finding: Finding; found: FoundSample }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  const note = useNote(found, finding.kind);
  const words = wordsInContext(found);
  return (
    <li className={styles.sample}>
      <Link
        to={`../browse?finding=${finding.id}&sample=${found.sample_id}`}
        className={`${styles.tile} ${found.is_fixed ? styles.fixed : ""}`}
      >
        {found.sample === null ? (
          <span className={styles.gone}>{t("quality.gone")}</span>
        ) : words !== undefined ? (
          <FoundWords found={words} />
        ) : (
          <>
            <MediaTile source={sampleSource(found.sample, card?.media ?? "image", 160)} />
            <FoundPlace found={found} />
          </>
        )}
      </Link>
      <span className={styles.note} title={note}>
        {note}
      </span>
    </li>
  );
}

function FoundRow({ found, kind }: { found: FoundSample; kind: Finding["kind"] }) {
  const note = useNote(found, kind);
  return <li>{note}</li>;
}

/** What is to be said of one sample in a few words. */
function useNote(found: FoundSample, kind: Finding["kind"]): string {
  const { t } = useTranslation();
  const { given, row, column, labels, reason, text } = found.params;
  const quoted = (words: string) =>
    // Inspections of before named the words alone, and the tile shows the beginning of the text.
    typeof text === "string" && wordsInContext(found) === undefined
      ? t("quality.issue.quoted", { text, words })
      : words;
  const suggested = found.suggested === "" ? found.params.suggested : found.suggested;
  if (found.is_fixed) return t("quality.fixed");
  const issue = issueOf(kind);
  if (issue !== undefined) {
    return quoted(t(`quality.issue.${issue}`, { given, suggested }));
  }
  if (given !== undefined) {
    const words = quoted(t("quality.suggests", { given, suggested }));
    return row === undefined ? words : t("quality.row", { row, words });
  }
  if (found.is_kept) return t("quality.kept");
  if (found.params.mirrored === true) return t("quality.mirrored");
  if (typeof column === "string") {
    const { share } = found.params;
    return share === undefined ? column : t("quality.column", { column, share });
  }
  const words = labels ?? reason;
  return typeof words === "string" ? words : (found.sample?.name ?? "");
}
