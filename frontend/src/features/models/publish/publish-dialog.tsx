import { Checkbox, Form, Input, InputNumber, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useCreateAccess, useHandOverAccess } from "@/api/access";
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
  const [withKey, setWithKey] = useState(true);
  const access = useCreateAccess();
  const handOver = useHandOverAccess();
  const isTaken = publish.error instanceof Problem && publish.error.code === "suffix_taken";
  const suffixProblem = !isSuffix(suffix)
    ? t("models.publish.suffixRule")
    : isTaken
      ? problemText(t, publish.error)
      : undefined;
  const show = (id: string) => void navigate(`/projects/${version.project_id}/deploy/${id}`);
  const makeKey = (id: string) =>
    access.mutate(
      { deploymentId: id, name: t("deployments.access.name") },
      {
        onSuccess: (made) => handOver(id, made),
        // Without one the endpoint's page offers it again.
        onSettled: () => show(id),
      },
    );
  const send = () =>
    publish.mutate(
      { model_version_id: version.id, name: name.trim(), suffix, replicas },
      {
        onSuccess: ({ id }) => (withKey ? makeKey(id) : show(id)),
      },
    );
  return (
    <Modal
      open={open}
      title={t("models.publish.title", { name: version.model_name, number: version.number })}
      okText={t("models.publish.verb")}
      okButtonProps={{
        loading: publish.isPending || access.isPending,
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
        <Form.Item help={t("models.publish.keyHelp")}>
          <Checkbox checked={withKey} onChange={(event) => setWithKey(event.target.checked)}>
            {t("models.publish.key")}
          </Checkbox>
        </Form.Item>
      </Form>
      {publish.isError && !isTaken && <p role="alert">{problemText(t, publish.error)}</p>}
    </Modal>
  );
}
