import { App, Button, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { WorkItemDetail } from "@/api/assignments";
import { problemText } from "@/i18n/problem-text";

import { skipItem } from "./save-answers";

interface Props {
  item: WorkItemDetail | undefined;
  onSkipped: (item: WorkItemDetail) => void;
}

/** Pass an item by and say why. */
export function SkipButton({ item, onSkipped }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const skip = async () => {
    if (item === undefined || reason.trim() === "") return;
    try {
      const skipped = await skipItem(item.id, reason.trim());
      setOpen(false);
      setReason("");
      onSkipped(skipped);
    } catch (error) {
      void message.error(problemText(t, error));
    }
  };
  return (
    <>
      <Button disabled={item === undefined} onClick={() => setOpen(true)}>
        {t("assignments.work.skip")}
      </Button>
      <Modal
        open={isOpen}
        title={t("assignments.work.skipTitle", { name: item?.sample.name ?? "" })}
        okText={t("assignments.work.skip")}
        okButtonProps={{ disabled: reason.trim() === "" }}
        cancelText={t("ui.cancel")}
        onOk={() => void skip()}
        onCancel={() => setOpen(false)}
      >
        <Input.TextArea
          rows={3}
          maxLength={500}
          aria-label={t("assignments.work.skipReason")}
          placeholder={t("assignments.work.skipReason")}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </>
  );
}
