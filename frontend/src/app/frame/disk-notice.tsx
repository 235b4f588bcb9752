import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { useHealth } from "@/api/health";

import styles from "./frame.module.css";

/** Say that the disk of the installation is full, what waits for it, and where room can be made. */
export function DiskNotice() {
  const { t } = useTranslation();
  const { projectId, datasetId } = useParams();
  const disk = useHealth().data?.disk;
  if (!disk?.is_full) return null;
  const project = projectId === undefined ? "/projects" : `/projects/${projectId}/data`;
  const place = datasetId === undefined ? project : `${project}/${datasetId}/trash`;
  return (
    <p className={styles.notice} role="alert">
      {t("frame.disk.full", { megabytes: Math.floor(disk.free_bytes / 2 ** 20) })}{" "}
      <Link to={place}>{t(datasetId === undefined ? "frame.disk.data" : "frame.disk.trash")}</Link>
    </p>
  );
}
