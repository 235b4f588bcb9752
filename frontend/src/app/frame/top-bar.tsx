import {
  BulbOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  ThunderboltOutlined,
} from "@ant-design/icons";
import { Badge, Button, Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useRecentJobs } from "@/api/jobs-list";
import { isFinished } from "@/api/jobs";
import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { Mark } from "@/components/ui/mark";
import { setThemeMode, useThemeMode } from "@/styles/theme-mode";

import { AlertsBell } from "./alerts-bell";
import styles from "./frame.module.css";
import { PersonMenu } from "./person-menu";
import { Switchers } from "./switchers";

interface TopBarProps {
  onJobs: () => void;
  onPalette: () => void;
  /** How the palette's keys are written on this machine. */
  paletteKeys: string;
}

/** Where one is, what runs, and the person. */
export function TopBar({ onJobs, onPalette, paletteKeys }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.bar}>
      <Mark />
      <Switchers />
      <span className={styles.space} />
      <Button
        className={styles.search}
        icon={<SearchOutlined />}
        onClick={onPalette}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <span className={styles.searchText}>{t("frame.palette.open")}</span>
        <span className={styles.searchText}>{paletteKeys}</span>
      </Button>
      <JobsButton onOpen={onJobs} />
      <AlertsBell />
      <span className={styles.wideOnly}>
        <LanguageSwitch />
        <ThemeButton />
        <Tooltip title={t("frame.help")}>
          <Link to="/help" aria-label={t("frame.help")}>
            <Button type="text" icon={<QuestionCircleOutlined />} tabIndex={-1} aria-hidden />
          </Link>
        </Tooltip>
      </span>
      <PersonMenu />
    </header>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  const mode = useThemeMode();
  const next = mode === "dark" ? "light" : "dark";
  return (
    <Tooltip title={t(`frame.theme.${next}`)}>
      <Button
        type="text"
        icon={mode === "dark" ? <BulbOutlined /> : <MoonOutlined />}
        aria-label={t(`frame.theme.${next}`)}
        onClick={() => setThemeMode(next)}
      />
    </Tooltip>
  );
}

/** Shown to those who may see what runs: a contributor sees assignments alone. */
function JobsButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const organisation = useOrganisation();
  const mayRead = atLeast(organisation?.role, "viewer");
  const jobs = useRecentJobs(organisation?.organisation.id, mayRead);
  const count = jobs.data?.results.filter((job) => !isFinished(job)).length ?? 0;
  if (!mayRead) return null;
  return (
    <Tooltip title={t("frame.jobs.title")}>
      <Button type="text" onClick={onOpen} aria-label={t("frame.jobs.open", { count })}>
        {/* The button's name says the number, also while the badge of the last one fades. */}
        <span aria-hidden>
          <Badge
            count={count}
            overflowCount={9}
            offset={[4, -2]}
            size="small"
            color="var(--primary)"
          >
            <ThunderboltOutlined style={{ color: "var(--ink)", fontSize: 16 }} />
          </Badge>
        </span>
      </Button>
    </Tooltip>
  );
}
