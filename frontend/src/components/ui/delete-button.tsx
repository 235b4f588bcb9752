import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router";

import { ConfirmDanger } from "./confirm-danger";

interface DeleteButtonProps {
  verb: string;
  title: string;
  /** What will be lost, and what stays. */
  children: ReactNode;
  onDelete: () => Promise<unknown>;
  /** The page to go to then, as this one is gone. */
  to: string;
}

/** A quiet button that deletes what a page is about, once somebody has confirmed it. */
export function DeleteButton({ verb, title, children, onDelete, to }: DeleteButtonProps) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button danger type="text" onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <ConfirmDanger
        open={isOpen}
        title={title}
        verb={verb}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await onDelete();
          await navigate(to);
        }}
      >
        {children}
      </ConfirmDanger>
    </>
  );
}
