import { Checkbox, Tag } from "antd";
import { useTranslation } from "react-i18next";

import { MediaTile } from "@/components/media/media-tile";
import type { Media } from "@/components/media/source";
import { formatPercent } from "@/i18n/format";

import type { StoredCall } from "../types";
import { callSource, headline } from "./call-source";
import { RightTag } from "./right-tag";
import styles from "./stored-calls.module.css";

interface CallCardProps {
  call: StoredCall;
  media: Media;
  isSelected: boolean;
  onOpen: () => void;
  onSelect: (isSelected: boolean) => void;
}

/** A stored call among others: what was sent, what was predicted, and why it is here. */
export function CallCard({ call, media, isSelected, onOpen, onSelect }: CallCardProps) {
  const { t, i18n } = useTranslation();
  const best = headline(call);
  return (
    <li className={styles.card} data-selected={isSelected}>
      <span className={styles.check}>
        <Checkbox
          aria-label={t("calls.select", { id: call.log_id })}
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </span>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.thumb}>
          <MediaTile source={callSource(call, media)} isWhole />
        </span>
        <span className={styles.summary}>
          <span className={styles.best}>
            <span title={best}>{best ?? t("calls.noLabel")}</span>
            {call.top_score !== null && <span>{formatPercent(call.top_score, i18n.language)}</span>}
          </span>
          <span className={styles.row}>
            <Tag>{t(`calls.reason.${call.reason}`)}</Tag>
            <RightTag call={call} />
            {call.added_at !== null && <Tag color="blue">{t("calls.state.added")}</Tag>}
          </span>
        </span>
      </button>
    </li>
  );
}
