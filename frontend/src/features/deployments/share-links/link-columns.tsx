import { LockOutlined } from "@ant-design/icons";
import { Tag, type TableColumnsType } from "antd";
import { useTranslation } from "react-i18next";

import { Time } from "@/components/ui/numbers";
import { formatCount } from "@/i18n/format";

import type { ShareLink } from "../types";
import styles from "./share-links.module.css";

const COLORS = { valid: "success", expired: "default", revoked: "default" } as const;

/** What is said of a link in a row. */
export function useLinkColumns(): TableColumnsType<ShareLink> {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  return [
    {
      title: t("share.links.title"),
      render: (_, link) => (
        <span className={styles.title}>
          {link.title}
          {link.has_password && (
            <LockOutlined role="img" aria-label={t("share.links.hasPassword")} />
          )}
        </span>
      ),
    },
    {
      title: t("share.links.state"),
      render: (_, { state }) => <Tag color={COLORS[state]}>{t(`share.state.${state}`)}</Tag>,
    },
    {
      title: t("share.links.expires"),
      render: (_, link) => <Time value={link.expires_at} style="date" />,
    },
    {
      title: t("share.links.today"),
      align: "right",
      render: (_, link) =>
        t("share.links.ofLimit", {
          num: count(link.num_calls_today),
          limit: count(link.daily_calls),
        }),
    },
    {
      title: t("share.links.calls"),
      align: "right",
      render: (_, link) => count(link.num_calls),
    },
    {
      title: t("share.links.lastUsed"),
      render: (_, link) =>
        link.last_used_at === null ? t("share.links.never") : <Time value={link.last_used_at} />,
    },
  ];
}
