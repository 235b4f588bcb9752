import { Input, Modal } from "antd";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

import styles from "./confirm-danger.module.css";

interface ConfirmDangerProps {
  open: boolean;
  title: string;
  /** The verb on the button, such as "Delete 12 samples". */
  verb: string;
  /** What will be lost, and whether it can be had back. */
  children: ReactNode;
  /** A name to type before the button works: for what cannot be undone. */
  typeToConfirm?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Ask before something is lost, saying what. Stays open and says why when the deed fails. */
export function ConfirmDanger(props: ConfirmDangerProps) {
  const { open, title, verb, children, typeToConfirm, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const inputId = useId();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={open}
      title={title}
      okText={verb}
      cancelText={t("ui.keep")}
      okButtonProps={{
        danger: true,
        loading: busy,
        disabled: typeToConfirm !== undefined && typed !== typeToConfirm,
      }}
      onOk={() => void confirm()}
      onCancel={onClose}
      afterClose={() => {
        setTyped("");
        setError(undefined);
      }}
    >
      <div className={styles.body}>
        {children}
        {typeToConfirm !== undefined && (
          <label htmlFor={inputId} className={styles.type}>
            {t("ui.typeToConfirm", { name: typeToConfirm })}
            <Input id={inputId} value={typed} onChange={(event) => setTyped(event.target.value)} />
          </label>
        )}
        {error !== undefined && (
          <p role="alert" className={styles.error}>
            {problemText(t, error)}
          </p>
        )}
      </div>
    </Modal>
  );
}
