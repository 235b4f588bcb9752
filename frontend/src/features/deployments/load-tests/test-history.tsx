import { Table } from "antd";
import { useTranslation } from "react-i18next";

import { Time } from "@/components/ui/numbers";

import type { LoadTest } from "../types";
import styles from "./load-tests.module.css";
import { useHeadline } from "./use-headline";
import { useTestName } from "./use-test-name";

interface TestHistoryProps {
  tests: readonly LoadTest[];
  /** The test that is shown, and what it is compared with. */
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** Earlier tests; two of them can be compared. */
export function TestHistory({ tests, chosen, onChoose }: TestHistoryProps) {
  const { t } = useTranslation();
  const headline = useHeadline();
  const name = useTestName();
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>{t("deployments.loadTest.history")}</p>
      <Table<LoadTest>
        rowKey="id"
        size="small"
        dataSource={[...tests]}
        pagination={tests.length > 5 ? { pageSize: 5 } : false}
        scroll={{ x: "max-content" }}
        rowSelection={{
          selectedRowKeys: [...chosen],
          hideSelectAll: true,
          getCheckboxProps: (test) => ({ "aria-label": `${name(test)}, ${test.created_at}` }),
          // Of three the one that was chosen first goes.
          onChange: (_, rows, { type }) => {
            if (type === "single")
              onChoose(
                ordered(
                  chosen,
                  rows.map(({ id }) => id),
                ),
              );
          },
        }}
        columns={[
          {
            title: t("deployments.loadTest.field.time"),
            render: (_, test) => <Time value={test.created_at} />,
          },
          // What tells them apart comes first: a phone shows no more.
          {
            title: t("deployments.loadTest.field.result"),
            render: (_, test) => headline(test),
          },
          {
            title: t("deployments.loadTest.field.tested"),
            render: (_, test) => name(test),
          },
          {
            title: t("deployments.loadTest.field.machine"),
            render: (_, test) =>
              test.machine === ""
                ? "–"
                : t("deployments.loadTest.machine", {
                    name: test.machine,
                    count: test.num_cores,
                  }),
          },
        ]}
      />
    </div>
  );
}

/** Return the last two that were chosen, the newest choice last. */
function ordered(before: readonly string[], now: readonly string[]): readonly string[] {
  const kept = before.filter((id) => now.includes(id));
  return [...kept, ...now.filter((id) => !before.includes(id))].slice(-2);
}
