import { Checkbox, Form, Input, InputNumber, Modal } from "antd";
import { useTranslation } from "react-i18next";

import {
  useChangeAssignment,
  type AssignmentChange,
  type AssignmentDetail,
} from "@/api/assignments";
import { FormProblem } from "@/components/ui/form-problem";

import { dayOf, endOfDay } from "../due";
import styles from "./assignments.module.css";
import { PeopleSelect } from "./people-select";

type Fields = Omit<AssignmentChange, "due_at"> & { due_at?: string };

interface Props {
  detail: AssignmentDetail;
  onClose: () => void;
}

/** Change who works on an assignment, what they are told, and by when it is due. */
export function EditDialog({ detail, onClose }: Props) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Fields>();
  const { assignment } = detail;
  const change = useChangeAssignment(assignment.id);
  const submit = ({ due_at: due, ...fields }: Fields) =>
    change.mutate({ ...fields, due_at: endOfDay(due) }, { onSuccess: onClose });
  return (
    <Modal
      open
      title={t("assignments.edit")}
      okText={t("assignments.save")}
      cancelText={t("ui.cancel")}
      confirmLoading={change.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          name: assignment.name,
          instructions: detail.instructions,
          annotator_ids: detail.annotators.map(({ id }) => id),
          reviewer_ids: detail.reviewers.map(({ id }) => id),
          batch_size: assignment.batch_size,
          needs_review: assignment.needs_review,
          due_at: dayOf(assignment.due_at),
        }}
        onFinish={submit}
      >
        <FormProblem error={change.error} />
        <Form.Item name="name" label={t("assignments.field.name")}>
          <Input maxLength={120} />
        </Form.Item>
        <Form.Item
          name="annotator_ids"
          label={t("assignments.field.annotators")}
          extra={t("assignments.takenOut")}
        >
          <PeopleSelect />
        </Form.Item>
        <Form.Item name="reviewer_ids" label={t("assignments.field.reviewers")}>
          <PeopleSelect />
        </Form.Item>
        <Form.Item name="instructions" label={t("assignments.instructions")}>
          <Input.TextArea maxLength={50_000} autoSize={{ minRows: 3, maxRows: 12 }} />
        </Form.Item>
        <div className={styles.fields}>
          <Form.Item name="batch_size" label={t("assignments.field.batchSize")}>
            <InputNumber min={1} max={100} precision={0} />
          </Form.Item>
          <Form.Item name="due_at" label={t("assignments.field.due")}>
            <Input type="date" />
          </Form.Item>
        </div>
        <Form.Item name="needs_review" valuePropName="checked">
          <Checkbox>{t("assignments.field.needsReview")}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}
