import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import type WaveSurfer from "wavesurfer.js";
import type { Region as Stretch } from "wavesurfer.js/dist/plugins/regions.esm.js";
import type RegionsPlugin from "wavesurfer.js/dist/plugins/regions.esm.js";

import { clockTime } from "@/components/media/clock-time";
import { useThemeMode } from "@/styles/theme-mode";
import { token } from "@/styles/tokens";

import type { SegmentRegion } from "../../model/segments";

type Stretches = ReturnType<typeof RegionsPlugin.create>;

export interface WaveOptions {
  url: string | undefined;
  durationSeconds: number;
  /** A hundred a second; `undefined` while they are asked for, `null` where there are none. */
  peaks: Float32Array | null | undefined;
  segments: readonly SegmentRegion[];
  selected: string | null;
  /** Of a segment, and of one that is being drawn (`null`). */
  colorOf: (segment: SegmentRegion | null) => string;
  mayDraw: boolean;
  onDraw: (startMs: number, endMs: number) => void;
  onMove: (id: string, startMs: number, endMs: number) => void;
  onSelect: (id: string) => void;
}

/** What part of the recording is in view, in seconds. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

const HEIGHT = 112;
const MAX_PIXELS_PER_SECOND = 800;
const RESIZABLE = { drag: true, resize: true } as const;
const FIXED = { drag: false, resize: false } as const;

/** A player with the wave of a recording, on which stretches are drawn, moved and chosen. */
export function useWavePlayer(place: RefObject<HTMLDivElement | null>, options: WaveOptions) {
  const { url, durationSeconds, peaks, segments, selected, mayDraw } = options;
  const mode = useThemeMode();
  const player = useRef<WaveSurfer>(null);
  const stretches = useRef<Stretches>(null);
  // The plugin tells of stretches that we put there in the same words as of those that are drawn.
  const isOurs = useRef(false);
  const [isReady, setReady] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [pixels, setPixels] = useState(0);
  const [view, setView] = useState<Window>({ start: 0, end: durationSeconds });

  const drawn = useEffectEvent((stretch: Stretch) => {
    if (isOurs.current) return;
    const { start, end } = stretch;
    stretch.remove();
    options.onDraw(start * 1000, end * 1000);
  });
  const changed = useEffectEvent(({ id, start, end }: Stretch) =>
    options.onMove(id, Math.round(start * 1000), Math.round(end * 1000)),
  );
  const chosen = useEffectEvent(({ id }: Stretch) => options.onSelect(id));

  useEffect(() => {
    const container = place.current;
    if (container === null || url === undefined || peaks === undefined) return;
    let left = false;
    void load().then(({ WaveSurfer, Regions, Timeline }) => {
      if (left) return;
      const regions = Regions.create();
      const made = WaveSurfer.create({
        container,
        url,
        // Where there is no wave the line is flat, and everything else works.
        peaks: [peaks ?? new Float32Array(2)],
        duration: durationSeconds,
        height: HEIGHT,
        normalize: true,
        cursorWidth: 2,
        waveColor: token(mode, "line-strong"),
        progressColor: token(mode, "primary"),
        cursorColor: token(mode, "ink"),
        plugins: [
          regions,
          Timeline.create({
            height: 18,
            // Numbers at every tenth notch, whatever the scale.
            primaryLabelSpacing: 20,
            secondaryLabelSpacing: 10,
            formatTimeCallback: (seconds) => clockTime(seconds).replace(/\.0$/, ""),
            style: { color: token(mode, "muted") },
          }),
        ],
      });
      player.current = made;
      stretches.current = regions;
      const look = () => {
        const width = made.getWrapper().clientWidth;
        const shown = made.getWidth();
        if (width === 0) return;
        const start = (made.getScroll() / width) * durationSeconds;
        setView({
          start,
          end: Math.min(durationSeconds, start + (shown / width) * durationSeconds),
        });
      };
      made.on("ready", () => {
        setReady(true);
        look();
      });
      made.on("play", () => setPlaying(true));
      made.on("pause", () => setPlaying(false));
      made.on("error", () => setBroken(true));
      made.on("timeupdate", setSeconds);
      made.on("scroll", (start, end) => setView({ start, end }));
      made.on("zoom", look);
      made.on("resize", look);
      regions.on("region-created", drawn);
      regions.on("region-updated", changed);
      regions.on("region-clicked", chosen);
    });
    return () => {
      left = true;
      player.current?.destroy();
      player.current = null;
      stretches.current = null;
      setReady(false);
    };
  }, [mode, url, peaks, durationSeconds, place]);

  const drawingColor = options.colorOf(null);
  useEffect(() => {
    if (!isReady || !mayDraw) return;
    return stretches.current?.enableDragSelection({ color: drawingColor });
  }, [isReady, mayDraw, drawingColor]);

  const colorOf = useEffectEvent(options.colorOf);
  useEffect(() => {
    const known = stretches.current;
    if (!isReady || known === null) return;
    isOurs.current = true;
    const there = new Map(known.getRegions().map((one) => [one.id, one]));
    for (const segment of segments) {
      const { id, geometry } = segment;
      const wanted = {
        start: geometry.start_ms / 1000,
        end: geometry.end_ms / 1000,
        color: colorOf(segment),
        ...(mayDraw ? RESIZABLE : FIXED),
      };
      const old = there.get(id);
      if (old === undefined) known.addRegion({ id, ...wanted });
      else old.setOptions(wanted);
      there.delete(id);
    }
    there.forEach((old) => old.remove());
    isOurs.current = false;
    // The chosen one has another colour.
  }, [isReady, segments, selected, mayDraw]);

  const zoomTo = (wanted: number) => {
    const made = player.current;
    if (made === null || durationSeconds === 0) return;
    const least = made.getWidth() / durationSeconds;
    const next = wanted <= least ? 0 : Math.min(MAX_PIXELS_PER_SECOND, wanted);
    const middle = made.getCurrentTime();
    made.zoom(next);
    setPixels(next);
    if (next > 0) made.setScrollTime(Math.max(0, middle - made.getWidth() / next / 2));
  };
  const scale = () => {
    const made = player.current;
    return pixels > 0 || made === null ? pixels : made.getWidth() / durationSeconds;
  };
  return {
    isReady,
    isPlaying,
    isBroken,
    seconds,
    view,
    isZoomed: pixels > 0,
    now: () => player.current?.getCurrentTime() ?? 0,
    playPause: () => void player.current?.playPause(),
    playBetween: (start: number, end: number) => void player.current?.play(start, end),
    goTo: (at: number) => player.current?.setTime(Math.max(0, Math.min(durationSeconds, at))),
    setSpeed: (rate: number) => player.current?.setPlaybackRate(rate),
    zoom: (factor: number) => zoomTo(scale() * factor),
    fit: () => zoomTo(0),
    /** Go to a stretch, in the middle of the window. */
    show: (start: number, end: number) => {
      const made = player.current;
      if (made === null) return;
      const middle = (start + end) / 2;
      made.setTime(start);
      if (pixels > 0) made.setScrollTime(Math.max(0, middle - made.getWidth() / pixels / 2));
    },
  };
}

export type WavePlayer = ReturnType<typeof useWavePlayer>;

/** The player comes only to pages that show a recording. */
async function load() {
  const [player, regions, timeline] = await Promise.all([
    import("wavesurfer.js"),
    import("wavesurfer.js/dist/plugins/regions.esm.js"),
    import("wavesurfer.js/dist/plugins/timeline.esm.js"),
  ]);
  return { WaveSurfer: player.default, Regions: regions.default, Timeline: timeline.default };
}
