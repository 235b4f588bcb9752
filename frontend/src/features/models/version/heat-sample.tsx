import type { ReactNode } from "react";
import { Link } from "react-router";

import { namedSource } from "@/api/sample-source";
import { MediaTile } from "@/components/media/media-tile";
import type { Media } from "@/components/media/source";

import styles from "./version.module.css";

interface HeatSampleProps {
  sampleId: string;
  versionId: string;
  media: Media;
  name: string;
  heatmap: string | null;
  showHeat: boolean;
  /** Page that shows the sample in its dataset. */
  to: string;
  children: ReactNode;
}

/** A sample with, if asked for, where the model looked laid over it. */
export function HeatSample(props: HeatSampleProps) {
  const { sampleId, versionId, media, name, heatmap, showHeat, to, children } = props;
  return (
    <li className={styles.sample}>
      <Link to={to} className={styles.image}>
        <MediaTile source={namedSource(sampleId, name, media)} />
        {showHeat && heatmap !== null && (
          <img
            className={styles.heat}
            src={`/api/v1/model-versions/${versionId}/heatmaps/${encodeURIComponent(baseName(heatmap))}`}
            alt=""
            loading="lazy"
          />
        )}
      </Link>
      <span className={styles.name} title={name}>
        {name}
      </span>
      {children}
    </li>
  );
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);
