import {
  CaretRightOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from "@ant-design/icons";
import { Button, Slider } from "antd";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from "react";
import { useTranslation } from "react-i18next";

import { JobProgress } from "@/components/ui/job-progress";
import { problemText } from "@/i18n/problem-text";

import type { PlayerControls } from "./audio-view";
import { clockTime } from "./clock-time";
import { evenClock, middleOf, type FrameClock } from "./frame-clock";
import styles from "./media.module.css";
import type { ImageSize } from "./image-view";
import type { Source } from "./source";
import { useVideoCopy } from "./use-video-copy";

export interface VideoControls extends PlayerControls {
  /** Stop, and show exactly this frame. */
  goToFrame: (frame: number) => void;
  /** Go on by so many frames from where it is, or from where it is on its way to. */
  stepFrames: (by: number) => void;
  /** Play from one frame and stop at another. */
  playFrames: (from: number, to: number) => void;
}

interface VideoViewProps {
  source: Source;
  ref?: Ref<VideoControls>;
  /** When its frames are shown, for stepping; players do not say, so 25 a second unless known. */
  clock?: FrameClock;
  /** Drawn over the video at the time shown. */
  overlay?: (size: ImageSize, seconds: number) => ReactNode;
  onTime?: (seconds: number) => void;
  /** It is known how many seconds the video lasts. */
  onDuration?: (seconds: number) => void;
  maxHeight?: string;
}

const USUAL_CLOCK = evenClock(25);

/** A player that can be played and stepped frame by frame. */
export function VideoView(props: VideoViewProps) {
  const { source, ref, clock = USUAL_CLOCK, overlay, maxHeight = "60vh" } = props;
  const { onTime, onDuration } = props;
  const { t } = useTranslation();
  const player = useRef<HTMLVideoElement>(null);
  const [size, setSize] = useState<ImageSize>();
  const [seconds, setSeconds] = useState(0);
  const [duration, setDuration] = useState(source.durationSeconds ?? 0);
  const [isPlaying, setPlaying] = useState(false);
  const { phase, url, job, problem, refuse, finish } = useVideoCopy(source);

  const stopAt = useRef<number>(null);

  const show = (at = player.current?.currentTime ?? 0) => {
    if (stopAt.current !== null && clock.frameAt(at) >= stopAt.current) {
      stopAt.current = null;
      player.current?.pause();
    }
    setSeconds(at);
    onTime?.(at);
  };
  const showFrame = useEffectEvent(show);
  // `timeupdate` comes four times a second, and the clock of a video runs ahead of its images;
  // what is drawn over a video has to follow every frame.
  useEffect(() => {
    const video = player.current;
    if (!isPlaying || video === null) return;
    let request = video.requestVideoFrameCallback(function follow(_, { mediaTime }) {
      showFrame(mediaTime);
      request = video.requestVideoFrameCallback(follow);
    });
    return () => video.cancelVideoFrameCallback(request);
  }, [isPlaying]);

  const tellDuration = useEffectEvent(() => onDuration?.(duration));
  useEffect(() => {
    if (duration > 0 && Number.isFinite(duration)) tellDuration();
  }, [duration]);

  const go = (to: number) => {
    stopAt.current = null;
    if (player.current !== null) player.current.currentTime = Math.max(0, Math.min(duration, to));
  };
  const goToFrame = (frame: number) => {
    player.current?.pause();
    go(middleOf(Math.max(0, Math.min(clock.lastOf(duration), frame)), clock));
  };
  // While a video seeks, its time is already that of its aim: quick steps add up.
  const position = () => player.current?.currentTime ?? seconds;
  const stepFrames = (by: number) => goToFrame(clock.frameAt(position()) + by);
  const playPause = () => {
    if (isPlaying) player.current?.pause();
    else void player.current?.play();
  };
  useImperativeHandle(ref, () => ({
    playPause,
    playFrom: (at) => {
      go(at);
      void player.current?.play();
    },
    skip: (by) => go(position() + by),
    goToFrame,
    stepFrames,
    playFrames: (from, to) => {
      go(middleOf(from, clock));
      stopAt.current = to;
      void player.current?.play();
    },
  }));

  const measure = (video: HTMLVideoElement) => {
    setSize({ width: video.videoWidth, height: video.videoHeight });
    setDuration(video.duration);
  };
  // A player at hand may be known before its element is in the page, when nobody hears of it.
  const enter = useCallback((video: HTMLVideoElement | null) => {
    player.current = video;
    if (video !== null && video.readyState >= HTMLMediaElement.HAVE_METADATA) measure(video);
  }, []);
  // It may have been refused before, too.
  const ownUp = useEffectEvent(() => {
    if (player.current?.error != null) refuse();
  });
  useEffect(() => ownUp(), [phase]);

  if (phase === "broken") return <p className={styles.broken}>{t("media.brokenVideo")}</p>;
  if (phase === "making") {
    return (
      <div className={styles.making}>
        <p className={styles.broken}>{t("media.makingVideo")}</p>
        {problem !== null && <p role="alert">{problemText(t, problem)}</p>}
        {job !== undefined && <JobProgress job={job} onFinished={finish} />}
      </div>
    );
  }
  const shape = size && {
    aspectRatio: `${size.width} / ${size.height}`,
    width: `min(100%, calc(${maxHeight} * ${size.width / size.height}))`,
  };
  return (
    <div className={styles.image}>
      <div className={styles.frame} style={{ ...shape, maxHeight }}>
        <video
          // A player that has refused an address does not take another.
          key={phase}
          ref={enter}
          src={url}
          playsInline
          muted
          preload="auto"
          aria-label={source.name}
          onLoadedMetadata={({ currentTarget: video }) => measure(video)}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onSeeked={() => show()}
          onTimeUpdate={() => isPlaying || show()}
          onError={refuse}
        />
        {size !== undefined && overlay?.(size, seconds)}
      </div>
      <div className={styles.controls}>
        <Button
          size="small"
          aria-label={t("media.previousFrame")}
          icon={<StepBackwardOutlined />}
          onClick={() => stepFrames(-1)}
        />
        <Button
          size="small"
          type="primary"
          aria-label={t(isPlaying ? "media.pause" : "media.play")}
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          onClick={playPause}
        />
        <Button
          size="small"
          aria-label={t("media.nextFrame")}
          icon={<StepForwardOutlined />}
          onClick={() => stepFrames(1)}
        />
        <Slider
          className={styles.seek}
          ariaLabelForHandle={t("media.position")}
          min={0}
          max={duration || 1}
          step={clock.step}
          value={seconds}
          tooltip={{ formatter: (value) => clockTime(value ?? 0) }}
          onChange={go}
        />
        <span className={styles.time}>
          {clockTime(seconds)} / {clockTime(duration)}
        </span>
      </div>
    </div>
  );
}
