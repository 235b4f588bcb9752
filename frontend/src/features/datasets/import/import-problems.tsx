import { Button } from "antd";
import { useTranslation } from "react-i18next";

import { codedText } from "@/i18n/problem-text";

import { useImportProblems } from "../api/imports/use-import-problems";
import { samePlaces, type PlacesOfProblem } from "./same-places";
import styles from "./upload-progress.module.css";

const SHOWN_PLACES = 5;

/** What was left out or changed: in archives only the server knows that. */
export function ImportProblems({ importId }: { importId: string }) {
  const { t } = useTranslation();
  const problems = useImportProblems(importId, true);
  if (problems.data === undefined || problems.data.length === 0) return null;
  const groups = samePlaces(
    problems.data.map(({ name, code, params, message }) => ({
      place: name,
      text: codedText(t, code, params, message, "formats"),
    })),
  );
  return (
    <section>
      <h3>{t("datasets.import.problems")}</h3>
      <ul className={styles.problems}>
        {groups.map((group) => (
          <li key={group.text}>
            <Places {...group} />
          </li>
        ))}
      </ul>
      {problems.hasNextPage && (
        <Button
          type="link"
          loading={problems.isFetchingNextPage}
          onClick={() => void problems.fetchNextPage()}
        >
          {t("datasets.showMore")}
        </Button>
      )}
    </section>
  );
}

/** What one sentence says of many files stands once, with the first of them. */
function Places({ text, places }: PlacesOfProblem) {
  const { t } = useTranslation();
  const further = places.slice(SHOWN_PLACES);
  const [only] = places;
  if (places.length === 1)
    return (
      <>
        <strong>{only}</strong> {text}
      </>
    );
  return (
    <>
      {text}
      <ul className={styles.places}>
        {places.slice(0, SHOWN_PLACES).map((place, number) => (
          <li key={number}>{place}</li>
        ))}
      </ul>
      {further.length > 0 && (
        <details className={styles.places}>
          <summary>{t("datasets.import.further", { count: further.length })}</summary>
          <ul>
            {further.map((place, number) => (
              <li key={number}>{place}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
