import { Form, Input, InputNumber, Modal, Select } from "antd";
import { useTranslation } from "react-i18next";

import { FormProblem } from "@/components/ui/form-problem";

import { useCreateShareLink } from "../api/use-create-share-link";
import type { ShareLink } from "../types";

interface CreateLinkDialogProps {
  deploymentId: string;
  open: boolean;
  onClose: () => void;
  onCreated: (link: ShareLink) => void;
}

interface Fields {
  title: string;
  description?: string;
  expires_in_days: number;
  daily_calls: number;
  password?: string;
}

const LIFETIMES = [7, 30, 90, 365] as const;
const MAX_DAILY_CALLS = 100_000;
const MIN_PASSWORD = 6;

/** Say what a page for guests is called, how long it works and how much it may be used. */
export function CreateLinkDialog(props: CreateLinkDialogProps) {
  const { deploymentId, open, onClose, onCreated } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Fields>();
  const create = useCreateShareLink(deploymentId);
  const send = ({ title, description = "", password, ...rest }: Fields) =>
    create.mutate(
      { title: title.trim(), description: description.trim(), password: password || null, ...rest },
      {
        onSuccess: (link) => {
          onClose();
          onCreated(link);
        },
      },
    );
  return (
    <Modal
      open={open}
      title={t("share.links.create")}
      okText={t("share.links.create")}
      okButtonProps={{ loading: create.isPending }}
      onOk={form.submit}
      onCancel={onClose}
      afterClose={() => create.reset()}
      destroyOnHidden
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={{ expires_in_days: 30, daily_calls: 1000 }}
        onFinish={send}
      >
        <FormProblem error={create.error} />
        <Form.Item
          name="title"
          label={t("share.links.title")}
          rules={[{ required: true, whitespace: true, message: t("share.links.titleNeeded") }]}
        >
          <Input maxLength={120} placeholder={t("share.links.titlePlaceholder")} />
        </Form.Item>
        <Form.Item name="description" label={t("share.links.description")}>
          <Input.TextArea
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 5 }}
            placeholder={t("share.links.descriptionPlaceholder")}
          />
        </Form.Item>
        <Form.Item name="expires_in_days" label={t("share.links.expires")}>
          <Select
            options={LIFETIMES.map((value) => ({
              value,
              label: t("share.links.days", { count: value }),
            }))}
          />
        </Form.Item>
        <Form.Item
          name="daily_calls"
          label={t("share.links.dailyCalls")}
          extra={t("share.links.dailyCallsHelp")}
          rules={[{ required: true, message: t("share.links.dailyCallsNeeded") }]}
        >
          <InputNumber min={1} max={MAX_DAILY_CALLS} precision={0} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t("share.links.password")}
          extra={t("share.links.passwordHelp")}
          rules={[{ min: MIN_PASSWORD, message: t("share.links.passwordShort") }]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
