import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { counted } from "@/i18n/problem-text";

import { useTakeBack } from "../api/imports/use-take-back";
import type { UploadSession } from "../upload/upload-sessions";
import styles from "./upload-progress.module.css";

interface Props {
  dataset: Dataset;
  session: UploadSession;
  /** Whether nothing of the import is on its way any more. */
  isAtRest: boolean;
  onTakenBack: () => void;
}

/** Say of an import that began without a question what it was taken for, and undo it if wanted. */
export function UnaskedNotice({ dataset, session, isAtRest, onTakenBack }: Props) {
  const { t } = useTranslation();
  const take = useTakeBack(dataset);
  const { unasked } = session;
  if (unasked === null) return null;
  const { format, code, params, message } = unasked.guess;
  const { labelsBefore } = unasked;
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t("datasets.unasked.title", { format: t(`formats.${format}.name`) })}
        description={
          <div className={styles.notice}>
            <p>{t(`formats.sign.${code}`, { ...counted(params), defaultValue: message })}</p>
            <p>{t("datasets.unasked.text")}</p>
            {isAtRest && (
              <Button
                loading={take.isPending}
                onClick={() =>
                  take.mutate(
                    { importId: session.importId, labelsBefore },
                    { onSuccess: onTakenBack },
                  )
                }
              >
                {t("datasets.unasked.takeBack")}
              </Button>
            )}
          </div>
        }
      />
      <ProblemAlert error={take.error} />
    </>
  );
}
