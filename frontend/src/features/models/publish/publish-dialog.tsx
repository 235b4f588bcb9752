import { Form, Input, InputNumber, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { Problem } from "@/api/problem";
import { Term } from "@/components/ui/term";
import { problemText } from "@/i18n/problem-text";

import { usePublish } from "../api/use-publish";
import type { ModelVersion } from "../types";
import { isSuffix, suffixOf } from "./suffix";

interface PublishDialogProps {
  version: ModelVersion;
  open: boolean;
  onClose: () => void;
}

/** Name an endpoint, choose its address, and publish. */
export function PublishDialog({ version, open, onClose }: PublishDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const publish = usePublish();
  const [name, setName] = useState(version.model_name);
  const [suffix, setSuffix] = useState(() => suffixOf(version.model_name, version.id));
  const [isOwnSuffix, setIsOwnSuffix] = useState(false);
  const [replicas, setReplicas] = useState(1);
  const isTaken = publish.error instanceof Problem && publish.error.code === "suffix_taken";
  const suffixProblem = !isSuffix(suffix)
    ? t("models.publish.suffixRule")
    : isTaken
      ? problemText(t, publish.error)
      : undefined;
  const send = () =>
    publish.mutate(
      { model_version_id: version.id, name: name.trim(), suffix, replicas },
      {
        onSuccess: (deployment) =>
          void navigate(`/projects/${version.project_id}/deploy/${deployment.id}`),
      },
    );
  return (
    <Modal
      open={open}
      title={t("models.publish.title", { name: version.model_name, number: version.number })}
      okText={t("models.publish.verb")}
      okButtonProps={{
        loading: publish.isPending,
        disabled: name.trim() === "" || !isSuffix(suffix),
      }}
      onOk={send}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t("models.publish.name")} htmlFor="publish-name" required>
          <Input
            id="publish-name"
            maxLength={120}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              if (!isOwnSuffix) setSuffix(suffixOf(event.target.value, version.id));
            }}
          />
        </Form.Item>
        <Form.Item
          label={t("models.publish.suffix")}
          htmlFor="publish-suffix"
          required
          validateStatus={suffixProblem === undefined ? undefined : "error"}
          help={suffixProblem ?? t("models.publish.suffixHelp")}
        >
          <Input
            id="publish-suffix"
            value={suffix}
            onChange={(event) => {
              setIsOwnSuffix(true);
              publish.reset();
              setSuffix(event.target.value);
            }}
          />
        </Form.Item>
        <Form.Item label={<Term name="replica">{t("models.publish.replicas")}</Term>}>
          <InputNumber
            aria-label={t("models.publish.replicas")}
            min={1}
            max={64}
            precision={0}
            value={replicas}
            onChange={(value) => setReplicas(value ?? 1)}
          />
        </Form.Item>
      </Form>
      {publish.isError && !isTaken && <p role="alert">{problemText(t, publish.error)}</p>}
    </Modal>
  );
}
