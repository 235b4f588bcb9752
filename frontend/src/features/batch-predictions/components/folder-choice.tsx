import { FolderOutlined } from "@ant-design/icons";
import { Breadcrumb, Button, Form, Select } from "antd";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/ui/problem-alert";

import { useServerFolders } from "../api/use-server-folders";
import styles from "./batches.module.css";

export interface ChosenFolder {
  folder: number;
  path: string;
}

interface Props {
  datasetId: string | undefined;
  value: ChosenFolder;
  onChange: (chosen: ChosenFolder) => void;
}

/** A folder of the server: the administrator's folders, and the way down from one of them. */
export function FolderChoice({ datasetId, value, onChange }: Props) {
  const { t } = useTranslation();
  const places = useServerFolders(datasetId, value);
  const folders = places.data?.folders ?? [];
  const parts = value.path === "" ? [] : value.path.split("/");
  const root = folders.find(({ number }) => number === value.folder)?.name ?? "";
  return (
    <Form.Item label={t("batches.new.folder")} htmlFor="batch-folder">
      <Select
        id="batch-folder"
        value={value.folder}
        options={folders.map(({ number, name }) => ({ value: number, label: name }))}
        onChange={(folder: number) => onChange({ folder, path: "" })}
      />
      <Breadcrumb
        items={[root, ...parts].map((name, place) => ({
          key: place,
          title: (
            <Button
              type="text"
              size="small"
              onClick={() => onChange({ ...value, path: parts.slice(0, place).join("/") })}
            >
              {name}
            </Button>
          ),
        }))}
      />
      {places.isError && <ProblemAlert error={places.error} />}
      <ul className={styles.below} aria-label={t("batches.new.below")}>
        {(places.data?.below ?? []).map((name) => (
          <li key={name}>
            <Button
              size="small"
              icon={<FolderOutlined aria-hidden />}
              onClick={() => onChange({ ...value, path: [...parts, name].join("/") })}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </Form.Item>
  );
}
