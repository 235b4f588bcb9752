import { Checkbox, Form, Input, Modal, Select } from "antd";
import { useTranslation } from "react-i18next";

import { useOrganisation } from "@/api/organisation";
import { atLeast, useSession } from "@/api/session";
import type { CreatedApiKey, Scope } from "@/api/types";
import { FormProblem } from "@/components/ui/form-problem";

import { useCreateApiKey } from "../api/create-api-key";

interface NewKeyDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called with the key and its secret, which is never seen again. */
  onCreated: (key: CreatedApiKey) => void;
}

interface KeyForm {
  name: string;
  organisation_id: string;
  scopes: Scope[];
  days: number;
}

const SCOPES: Scope[] = ["read", "write", "admin"];
const LIFETIMES_DAYS = [30, 90, 365, 0];
const DAY_MS = 86_400_000;

/** Ask for a key's name, organisation, rights and lifetime. */
export function NewKeyDialog({ open, onClose, onCreated }: NewKeyDialogProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<KeyForm>();
  const all = useSession().data?.memberships ?? [];
  const memberships = all.filter(({ role }) => atLeast(role, "viewer"));
  const current = useOrganisation();
  const create = useCreateApiKey();
  const submit = ({ days, ...values }: KeyForm) => {
    const expires_at = days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    create.mutate(
      { ...values, expires_at },
      {
        onSuccess: (key) => {
          onClose();
          onCreated(key);
        },
      },
    );
  };
  return (
    <Modal
      open={open}
      title={t("apiKeys.create")}
      okText={t("apiKeys.create")}
      cancelText={t("ui.cancel")}
      okButtonProps={{ loading: create.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
      afterClose={() => create.reset()}
      destroyOnHidden
    >
      <Form<KeyForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        initialValues={{
          organisation_id: current?.organisation.id,
          scopes: ["read", "write"],
          days: 90,
        }}
        onFinish={submit}
      >
        <FormProblem error={create.error} />
        <Form.Item
          name="name"
          label={t("apiKeys.name")}
          extra={t("apiKeys.nameHint")}
          rules={[{ required: true, whitespace: true, message: t("accounts.field.nameNeeded") }]}
        >
          <Input maxLength={120} />
        </Form.Item>
        <Form.Item name="organisation_id" label={t("apiKeys.organisation")}>
          <Select
            options={memberships.map(({ organisation }) => ({
              value: organisation.id,
              label: organisation.name,
            }))}
          />
        </Form.Item>
        <Form.Item
          name="scopes"
          label={t("apiKeys.scopes")}
          rules={[{ required: true, message: t("apiKeys.scopeNeeded") }]}
        >
          <Checkbox.Group
            options={SCOPES.map((scope) => ({ value: scope, label: t(`apiKeys.scope.${scope}`) }))}
          />
        </Form.Item>
        <Form.Item name="days" label={t("apiKeys.expires")}>
          <Select
            options={LIFETIMES_DAYS.map((days) => ({
              value: days,
              label: days === 0 ? t("apiKeys.noExpiry") : t("apiKeys.days", { count: days }),
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
