import { Form, Input, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

import { useCreateKey } from "../api/use-create-key";
import { KeyLimits } from "./key-limits";
import { UNLIMITED } from "./limits";
import { SecretOnce } from "./secret-once";

interface CreateKeyDialogProps {
  deploymentId: string;
  open: boolean;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

const DAY_MS = 24 * 3600 * 1000;
const LIFETIMES = [0, 30, 90, 365] as const;

/** Name a key and say how long it lives; its secret is shown once. */
export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const { deploymentId, open, onClose, onCreated } = props;
  const { t } = useTranslation();
  const create = useCreateKey(deploymentId);
  const [name, setName] = useState("");
  const [days, setDays] = useState<number>(0);
  const [limits, setLimits] = useState(UNLIMITED);
  const [networks, setNetworks] = useState<string[]>([]);
  const [secret, setSecret] = useState<string>();
  const send = () =>
    create.mutate(
      {
        name: name.trim(),
        expires_at: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
        limits,
        networks,
      },
      {
        onSuccess: (key) => {
          setSecret(key.secret);
          onCreated(key.secret);
          setName("");
          setLimits(UNLIMITED);
          setNetworks([]);
          onClose();
        },
      },
    );
  return (
    <>
      <Modal
        open={open}
        title={t("deployments.keys.create")}
        okText={t("deployments.keys.create")}
        okButtonProps={{ disabled: name.trim() === "", loading: create.isPending }}
        onOk={send}
        onCancel={onClose}
      >
        <Form layout="vertical">
          <Form.Item label={t("deployments.keys.name")} htmlFor="key-name" required>
            <Input
              id="key-name"
              maxLength={120}
              placeholder={t("deployments.keys.namePlaceholder")}
              value={name}
              onChange={(event) => setName(event.target.value)}
              onPressEnter={() => name.trim() !== "" && send()}
            />
          </Form.Item>
          <Form.Item label={t("deployments.keys.expires")}>
            <Select
              aria-label={t("deployments.keys.expires")}
              value={days}
              onChange={setDays}
              options={LIFETIMES.map((value) => ({
                value,
                label:
                  value === 0
                    ? t("deployments.keys.never")
                    : t("deployments.keys.days", { count: value }),
              }))}
            />
          </Form.Item>
          <KeyLimits
            limits={limits}
            networks={networks}
            onLimits={setLimits}
            onNetworks={setNetworks}
          />
        </Form>
        {create.isError && <p role="alert">{problemText(t, create.error)}</p>}
      </Modal>
      <SecretOnce
        title={t("deployments.keys.secret")}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
