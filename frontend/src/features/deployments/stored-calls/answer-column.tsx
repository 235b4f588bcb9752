import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { useTranslation } from "react-i18next";

import { api, send } from "@/api/client";

interface AnswerColumnProps {
  datasetId: string | undefined;
  value: string | undefined;
  onChange: (name: string | undefined) => void;
}

/** In which column of a table the right answers are to stand; without one rows come as they are. */
export function AnswerColumn({ datasetId = "", value, onChange }: AnswerColumnProps) {
  const { t } = useTranslation();
  const table = useQuery({
    queryKey: ["datasets", datasetId, "table"],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/table", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    enabled: datasetId !== "",
    retry: false,
  });
  return (
    <Form.Item
      label={t("calls.add.column")}
      extra={t("calls.add.columnText")}
      htmlFor="calls-column"
    >
      <Select
        id="calls-column"
        allowClear
        loading={table.isLoading}
        value={value}
        onChange={(name: string | undefined) => onChange(name)}
        options={table.data?.columns.map(({ name }) => ({ value: name, label: name }))}
      />
    </Form.Item>
  );
}
