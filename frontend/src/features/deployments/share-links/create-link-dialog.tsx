import { Form, Modal } from "antd";
import { useTranslation } from "react-i18next";

import { FormProblem } from "@/components/ui/form-problem";

import { useCreateShareLink } from "../api/use-create-share-link";
import type { ShareLink } from "../types";
import { LinkFields, type LinkForm } from "./link-fields";

interface CreateLinkDialogProps {
  deploymentId: string;
  open: boolean;
  onClose: () => void;
  onCreated: (link: ShareLink) => void;
}

const PROPOSED = { expires_in_days: 30, daily_calls: 1000 };

/** Say what a page for guests is called, how long it works and how much it may be used. */
export function CreateLinkDialog(props: CreateLinkDialogProps) {
  const { deploymentId, open, onClose, onCreated } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<LinkForm>();
  const create = useCreateShareLink(deploymentId);
  const send = ({ title, description = "", daily_calls, expires_in_days, password }: LinkForm) =>
    create.mutate(
      {
        title: title.trim(),
        description: description.trim(),
        daily_calls,
        expires_in_days: expires_in_days ?? PROPOSED.expires_in_days,
        password: password || null,
      },
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
      <Form<LinkForm>
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={PROPOSED}
        onFinish={send}
      >
        <FormProblem error={create.error} />
        <LinkFields />
      </Form>
    </Modal>
  );
}
