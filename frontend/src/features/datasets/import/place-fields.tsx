import { FolderOutlined } from "@ant-design/icons";
import { Alert, Breadcrumb, Button, Form, Input, Select } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

import { useImportPlaces, type ServerFolder } from "../api/imports/use-import-places";
import type { ImportPlace } from "../api/imports/use-take-in-place";
import styles from "./in-place-panel.module.css";

interface FieldsProps {
  /** What is chosen; null while it is not complete. */
  onChange: (place: ImportPlace | null) => void;
}

/** A folder of the server, and what it is called with those around it. */
export interface ChosenFolder extends ServerFolder {
  readonly name: string;
}

interface FolderProps {
  onChange: (folder: ChosenFolder | null) => void;
  datasetId: string;
  folders: readonly { number: number; name: string }[];
}

/** A folder of the server: the administrator's folders, and the way down from one of them. */
export function FolderPlace({ datasetId, folders, onChange }: FolderProps) {
  const { t } = useTranslation();
  const [folder, setFolder] = useState(folders[0]?.number ?? 0);
  const [parts, setParts] = useState<readonly string[]>([]);
  const path = parts.join("/");
  const looked = useImportPlaces(datasetId, { folder, path });
  const root = folders.find(({ number }) => number === folder)?.name ?? "";
  useEffect(() => {
    onChange({ folder, path, name: path === "" ? root : `${root}/${path}` });
  }, [folder, path, root, onChange]);
  return (
    <>
      {folders.length > 1 && (
        <Form.Item label={t("datasets.inPlace.folder.root")} htmlFor="in-place-root">
          <Select
            id="in-place-root"
            value={folder}
            options={folders.map(({ number, name }) => ({ value: number, label: name }))}
            onChange={(number) => {
              setFolder(number);
              setParts([]);
            }}
          />
        </Form.Item>
      )}
      <div className={styles.folder}>
        <span className={styles.label}>{t("datasets.inPlace.folder.path")}</span>
        <Breadcrumb
          items={[root, ...parts].map((name, place) => ({
            key: place,
            title: (
              <Button type="text" size="small" onClick={() => setParts(parts.slice(0, place))}>
                {name}
              </Button>
            ),
          }))}
        />
        {looked.isError && <Alert type="error" showIcon title={problemText(t, looked.error)} />}
        {looked.data !== undefined && looked.data.below.length > 0 && (
          <ul className={styles.below} aria-label={t("datasets.inPlace.folder.below")}>
            {looked.data.below.map((name) => (
              <li key={name}>
                <Button
                  size="small"
                  icon={<FolderOutlined aria-hidden />}
                  onClick={() => setParts([...parts, name])}
                >
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** A prefix of one of the buckets that the administrator allows. */
export function BucketPlace({ buckets, onChange }: FieldsProps & { buckets: readonly string[] }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(buckets[0] ?? "");
  useEffect(() => {
    onChange(address.trim() === "" ? null : { kind: "bucket", address: address.trim() });
  }, [address, onChange]);
  return (
    <Form.Item
      label={t("datasets.inPlace.bucket.address")}
      htmlFor="in-place-bucket"
      extra={t("datasets.inPlace.bucket.allowed", { buckets: buckets.join(", ") })}
    >
      <Input
        id="in-place-bucket"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
    </Form.Item>
  );
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Web addresses, one a line. */
export function WebPlace({ onChange }: FieldsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const addresses = linesOf(text);
  return (
    <Form.Item
      label={t("datasets.inPlace.web.addresses")}
      htmlFor="in-place-web"
      extra={
        addresses.length === 0
          ? t("datasets.inPlace.web.hint")
          : t("datasets.inPlace.web.count", { count: addresses.length })
      }
    >
      <Input.TextArea
        id="in-place-web"
        rows={6}
        value={text}
        placeholder={t("datasets.inPlace.web.example")}
        onChange={(event) => {
          setText(event.target.value);
          const lines = linesOf(event.target.value);
          onChange(lines.length > 0 ? { kind: "web", addresses: lines } : null);
        }}
      />
    </Form.Item>
  );
}
