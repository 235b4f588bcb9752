import { LoadingOutlined, RobotOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { Badge, Button, Drawer, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset, Label } from "@/api/datasets";
import { useJobStream } from "@/api/job-stream";
import { isFinished } from "@/api/jobs";
import type { TaskCard } from "@/api/task-card";

import type { QueueOrder } from "../api/use-queue-page";
import { forgetDataset, useSuggestions } from "../api/use-suggestions";
import { useBuiltInSuggestions } from "../use-built-in-suggestions";
import { AcceptMany } from "./accept-many";
import { AskForm, canClassify } from "./ask-form";
import { BuiltInOffer } from "./built-in-offer";
import { FirstSuggestions } from "./first-suggestions";
import styles from "./suggest-menu.module.css";

interface Props {
  card: TaskCard;
  dataset: Dataset;
  labels: readonly Label[];
  numLabelled: number;
  mayLabel: boolean;
  order: QueueOrder;
  onOrder: (order: QueueOrder) => void;
}

/** Beyond this the server stops counting. */
const COUNT_LIMIT = 10_000;

/** Ask a model for suggestions, see how far it is, and accept many of them at once. */
export function SuggestMenu(props: Props) {
  const { card, dataset, labels, numLabelled, mayLabel, order, onOrder } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const overview = useSuggestions(dataset.id, 0);
  const builtIn = useBuiltInSuggestions(dataset, card, labels.length > 0);
  const { job, connection } = useJobStream(overview.data?.run?.job, {
    onFinished: () => forgetDataset(client, dataset.id),
  });
  const asked = overview.data?.run ?? null;
  // The job as last heard of, which is fresher than what was read.
  const run = asked === null ? null : { ...asked, job: job ?? asked.job };
  if (card.annotation_card.suggested_from === null) return null;
  const isFirst = mayLabel && !isOpen && overview.data?.run === null;
  const button = (
    <Badge
      count={overview.data?.num_open ?? 0}
      overflowCount={COUNT_LIMIT}
      size="small"
      color="var(--primary)"
    >
      <Button
        icon={builtIn.isBusy ? <LoadingOutlined /> : <RobotOutlined />}
        loading={job != null && !isFinished(job)}
        onClick={() => setOpen(true)}
      >
        {t("labelling.suggest.open")}
      </Button>
    </Badge>
  );
  return (
    <>
      {card.works_untrained ? (
        <BuiltInOffer card={card} dataset={dataset} builtIn={builtIn} isOffered={isFirst}>
          {button}
        </BuiltInOffer>
      ) : (
        <FirstSuggestions
          dataset={dataset}
          numLabelled={numLabelled}
          isOffered={isFirst && canClassify(card)}
        >
          {button}
        </FirstSuggestions>
      )}
      <Drawer
        open={isOpen}
        size={460}
        title={t("labelling.suggest.title")}
        onClose={() => setOpen(false)}
        destroyOnHidden
      >
        <div className={styles.parts}>
          <AskForm
            card={card}
            dataset={dataset}
            hasLabels={labels.length > 0}
            run={run}
            connection={connection}
            mayLabel={mayLabel}
            builtIn={builtIn}
          />
          {(overview.data?.run ?? null) !== null && (
            <>
              <section className={styles.part} aria-label={t("labelling.suggest.order.title")}>
                <h3>{t("labelling.suggest.order.title")}</h3>
                <Radio.Group
                  className={styles.choice}
                  aria-label={t("labelling.suggest.order.title")}
                  value={order}
                  onChange={(event) => onOrder(event.target.value as QueueOrder)}
                >
                  <Radio value="useful">{t("labelling.suggest.order.useful")}</Radio>
                  <Radio value="came">{t("labelling.suggest.order.came")}</Radio>
                </Radio.Group>
                <p className={styles.muted}>{t("labelling.suggest.order.text")}</p>
              </section>
              <AcceptMany dataset={dataset} labels={labels} mayLabel={mayLabel} />
            </>
          )}
        </div>
      </Drawer>
    </>
  );
}
