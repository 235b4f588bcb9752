import { PlayCircleOutlined } from "@ant-design/icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { piecesOf } from "@/components/predictions/span-pieces";

import { clockTime } from "./clock-time";
import { DrawnLayer, type Drawn } from "./drawn-layer";
import styles from "./media.module.css";
import type { Source } from "./source";
import { excerpt } from "./text-view";
import { useText } from "./use-text";

interface MediaTileProps {
  source: Source;
  /** What was annotated, to be drawn on it. */
  drawn?: readonly Drawn[];
  /** An image is not cut to the tile, since what counts may lie at its edge. */
  isWhole?: boolean;
}

/**
 * A sample among many: a thumbnail, the first lines of a text, or a waveform. It says its name
 * before what can be read on it, so that a button or link around it needs no name of its own.
 */
export function MediaTile({ source, drawn = [], isWhole = false }: MediaTileProps) {
  const image = <Thumbnail source={source} isWhole={isWhole} />;
  const layer = isWhole && drawn.length > 0 && <DrawnLayer source={source} drawn={drawn} />;
  switch (source.media) {
    case "image":
      return isWhole ? (
        <span className={styles.tile}>
          {image}
          {layer}
        </span>
      ) : (
        image
      );
    case "video":
    case "audio":
      return (
        <span className={styles.tile}>
          {source.thumbnail === undefined ? (
            <>
              <Name source={source} />
              <PlayCircleOutlined className={styles.sign} aria-hidden />
            </>
          ) : (
            image
          )}
          {layer}
          <Length source={source} />
        </span>
      );
    default:
      return drawn.some(({ spans }) => spans.length > 0) ? (
        <MarkedExcerpt source={source} drawn={drawn} />
      ) : (
        <Excerpt source={source} />
      );
  }
}

/** The name for those who do not see; images say it themselves. */
function Name({ source }: { source: Source }) {
  if (source.name === "") return null;
  return (
    <>
      <span className="visually-hidden">{source.name}</span>{" "}
    </>
  );
}

/** Plain words where the file cannot be shown. */
function Broken({ source }: { source: Source }) {
  const { t } = useTranslation();
  return (
    <span className={styles.broken}>
      <Name source={source} />
      {t("media.broken")}
    </span>
  );
}

/** The thumbnail, or plain words when its file cannot be shown. */
function Thumbnail({ source, isWhole }: { source: Source; isWhole: boolean }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Broken source={source} />;
  return (
    <img
      src={source.thumbnail ?? source.url}
      alt={source.name}
      title={source.name}
      loading="lazy"
      draggable={false}
      style={isWhole ? { objectFit: "contain" } : undefined}
      onError={() => setBroken(true)}
    />
  );
}

function Length({ source }: { source: Source }) {
  if (source.durationSeconds === undefined) return null;
  return <span className={styles.badge}>{clockTime(source.durationSeconds)}</span>;
}

function Excerpt({ source }: { source: Source }) {
  // A list of samples carries their first lines; the files of all of them need not be read.
  const { text, error } = useText(
    source.excerpt === undefined ? source : { ...source, text: source.excerpt },
  );
  if (error !== null) return <Broken source={source} />;
  return (
    <span className={styles.excerpt} title={source.name}>
      <Name source={source} />
      {text === undefined ? "" : excerpt(source.media, text)}
    </span>
  );
}

/** The longest text of which the file is read to mark the first lines rightly. */
const MAX_READ = 20_000;
const MAX_SHOWN = 400;

/** The first lines with what is marked in them. */
function MarkedExcerpt({ source, drawn }: { source: Source; drawn: readonly Drawn[] }) {
  // An excerpt is on one line, so that places in it need not be those of the text.
  const { excerpt: first, isExcerptWhole, numCharacters = Infinity } = source;
  const isReadable = isExcerptWhole !== true && numCharacters <= MAX_READ;
  const read = useText(isReadable ? source : { ...source, text: first ?? "" });
  const isPlaced = isReadable ? read.text !== undefined : isExcerptWhole === true;
  const text = [...((isPlaced ? read.text : first) ?? "")].slice(0, MAX_SHOWN).join("");
  const spans = drawn.flatMap(({ color, spans: places }) =>
    places.flatMap(([start = 0, end = 0]) => (start < MAX_SHOWN ? [{ start, end, color }] : [])),
  );
  return (
    <span className={styles.excerpt} title={source.name}>
      <Name source={source} />
      {piecesOf(text, isPlaced ? spans : []).map((piece) => {
        const color = spans[piece.over.at(-1) ?? -1]?.color;
        return color === undefined ? (
          piece.text
        ) : (
          <mark
            key={piece.start}
            className={styles.mark}
            style={{
              background: `color-mix(in srgb, ${color} 28%, transparent)`,
              borderColor: color,
            }}
          >
            {piece.text}
          </mark>
        );
      })}
    </span>
  );
}
