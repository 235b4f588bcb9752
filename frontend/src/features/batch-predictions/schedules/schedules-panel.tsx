import { Alert, Button, Switch, Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useMay } from "@/api/project";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { codedText } from "@/i18n/problem-text";

import styles from "../components/batches.module.css";
import { timeIn } from "./times";
import { TimesText } from "./times-text";
import { useDeleteSchedule, useSchedules, useUpdateSchedule, type Schedule } from "./use-schedules";

/** The schedules of a project: what they do, when next, and what kept them from it. */
export function SchedulesPanel({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation();
  const schedules = useSchedules(projectId);
  const mayChange = useMay("developer");
  const rows = schedules.data?.results ?? [];
  if (schedules.isError) return <ProblemAlert error={schedules.error} />;
  if (rows.length === 0) return null;
  return (
    <Panel flush title={t("schedules.title")}>
      <Table<Schedule>
        rowKey="id"
        dataSource={rows}
        pagination={false}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: t("schedules.name"),
            render: (_, schedule) => <Link to={`?schedule=${schedule.id}`}>{schedule.name}</Link>,
          },
          {
            title: t("schedules.when"),
            render: (_, { cron, time_zone }) => <TimesText cron={cron} timeZone={time_zone} />,
          },
          {
            title: t("schedules.nextTime"),
            render: (_, { next_times: [next], time_zone }) =>
              next === undefined ? t("schedules.paused") : timeIn(next, time_zone, i18n.language),
          },
          {
            title: t("schedules.lastTime"),
            render: (_, schedule) => <LastTime schedule={schedule} />,
          },
          ...(mayChange
            ? [
                {
                  title: t("schedules.runs"),
                  render: (_: unknown, schedule: Schedule) => <PauseSwitch schedule={schedule} />,
                },
                {
                  title: t("schedules.delete.action"),
                  render: (_: unknown, schedule: Schedule) => <DeleteButton schedule={schedule} />,
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

function LastTime({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation();
  if (schedule.last_at === null) return t("schedules.never");
  if (schedule.problem_code === "") return <Time value={schedule.last_at} />;
  return (
    <Alert
      type={schedule.is_paused ? "error" : "warning"}
      title={
        <span className={styles.results}>
          <Time value={schedule.last_at} /> ·{" "}
          {codedText(t, schedule.problem_code, {}, schedule.problem)}
        </span>
      }
    />
  );
}

function PauseSwitch({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation();
  const update = useUpdateSchedule(schedule.id);
  return (
    <>
      <Switch
        checked={!schedule.is_paused}
        loading={update.isPending}
        aria-label={t("schedules.runsNamed", { name: schedule.name })}
        onChange={(runs) => update.mutate({ is_paused: !runs })}
      />
      {update.isError && <ProblemAlert error={update.error} />}
    </>
  );
}

function DeleteButton({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const remove = useDeleteSchedule(schedule.id);
  return (
    <>
      <Button
        danger
        type="text"
        aria-label={t("schedules.delete.named", { name: schedule.name })}
        onClick={() => setOpen(true)}
      >
        {t("schedules.delete.action")}
      </Button>
      <ConfirmDanger
        open={isOpen}
        title={t("schedules.delete.title", { name: schedule.name })}
        verb={t("schedules.delete.action")}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await remove.mutateAsync();
        }}
      >
        {t("schedules.delete.text")}
      </ConfirmDanger>
    </>
  );
}
