import { Form, InputNumber, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/ui/problem-alert";
import { Term } from "@/components/ui/term";

import { useAddRevision } from "../api/use-add-revision";
import type { Deployment, DeploymentRevision } from "../types";
import { CallsChoice } from "./calls-choice";
import { isUsed } from "./shares";
import { VersionSelect } from "./version-select";

interface AddVersionDialogProps {
  deployment: Deployment;
  revisions: readonly DeploymentRevision[];
  onClose: () => void;
}

const FIRST_SHARE = 10;

/** Choose a version to put beside the others, and which calls it gets. */
export function AddVersionDialog({ deployment, revisions, onClose }: AddVersionDialogProps) {
  const { t } = useTranslation();
  const add = useAddRevision(deployment.id);
  const [versionId, setVersionId] = useState<string>();
  const [replicas, setReplicas] = useState(1);
  const [isShadow, setIsShadow] = useState(false);
  const [weight, setWeight] = useState(FIRST_SHARE);
  const send = () => {
    if (versionId === undefined) return;
    add.mutate(
      {
        model_version_id: versionId,
        replicas,
        weight: isShadow ? 0 : weight,
        is_shadow: isShadow,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Modal
      open
      title={t("deployments.revisions.add")}
      okText={t("deployments.revisions.addVerb")}
      okButtonProps={{ disabled: versionId === undefined, loading: add.isPending }}
      onOk={send}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t("deployments.list.model")} htmlFor="add-version" required>
          <VersionSelect
            id="add-version"
            projectId={deployment.project_id}
            without={revisions.filter(isUsed).map(({ model_version }) => model_version.id)}
            value={versionId}
            onChange={setVersionId}
          />
        </Form.Item>
        <Form.Item label={<Term name="replica">{t("deployments.list.replicas")}</Term>}>
          <InputNumber
            aria-label={t("deployments.list.replicas")}
            min={1}
            max={64}
            precision={0}
            value={replicas}
            onChange={(value) => setReplicas(value ?? 1)}
          />
        </Form.Item>
        <Form.Item label={t("deployments.revisions.calls")}>
          <CallsChoice
            isShadow={isShadow}
            weight={weight}
            onShadow={setIsShadow}
            onWeight={setWeight}
          />
        </Form.Item>
      </Form>
      <ProblemAlert error={add.error} />
    </Modal>
  );
}
