import { DeleteOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useDeleteProject } from "@/api/delete-project";
import { ConfirmDanger } from "@/components/ui/confirm-danger";

interface Props {
  project: { readonly id: string; readonly name: string };
  /** A sign alone, where there is no room for words. */
  isSmall?: boolean;
  onDeleted?: () => void;
}

/** Takes a sample project to the trash; it is asked once, and nobody has to type its name. */
export function DeleteSample({ project, isSmall = false, onDeleted }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteProject(project.id);
  const name = t("projects.sample.delete");
  return (
    <>
      <Button
        type={isSmall ? "text" : "default"}
        size={isSmall ? "small" : "middle"}
        icon={<DeleteOutlined />}
        aria-label={isSmall ? t("projects.sample.deleteNamed", { name: project.name }) : undefined}
        title={isSmall ? name : undefined}
        onClick={() => setAsking(true)}
      >
        {isSmall ? undefined : name}
      </Button>
      <ConfirmDanger
        open={isAsking}
        title={t("projects.settings.deleteTitle", { name: project.name })}
        verb={name}
        onConfirm={async () => {
          await remove.mutateAsync();
          onDeleted?.();
        }}
        onClose={() => setAsking(false)}
      >
        {t("projects.settings.deleteLoses")}
      </ConfirmDanger>
    </>
  );
}
