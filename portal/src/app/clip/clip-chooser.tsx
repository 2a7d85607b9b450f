import { clockText } from '@datchain/shared/domain/clock-text.ts';
import {
  defaultPreviewStart,
  lastPreviewStart,
  previewLength,
} from '@datchain/shared/domain/preview.ts';
import type { Recording } from '@datchain/shared/domain/recording/read-recording.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { PlayIcon } from '@datchain/shared/ui/play-button.tsx';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import './clip.css';
import { parseClock } from './clock-input.ts';
import { useFileSound } from './use-file-sound.ts';
import { useRecording } from './use-recording.ts';

type ClipChooserProps = {
  file: File;
  /** In whole seconds; null while none is chosen. */
  start: number | null;
  onChange: (start: number) => void;
};

const PAGE_SECONDS = 10;

const heardText = (songSeconds: number | undefined): string =>
  songSeconds === undefined
    ? 'The part everyone can hear'
    : `${Math.floor(previewLength(songSeconds))} seconds everyone can hear`;

/**
 * Lets the user choose the half minute of a recording that everyone can hear, by outline, by ear
 * and by number (N-SND-01).
 */
export function ClipChooser({ file, start, onChange }: ClipChooserProps) {
  const recording = useRecording(file);
  const problem = isRefusal(recording) ? recording.message : undefined;
  const found = isRefusal(recording) ? undefined : recording;
  const seconds = found && found.frames / found.sampleRate;
  const sound = useFileSound(file);
  useEffect(() => {
    if (seconds === undefined || start === null) return;
    // The start was chosen in another file, or typed before there was one.
    const last = lastPreviewStart(seconds);
    if (start > last) onChange(Math.max(0, last));
  }, [seconds, start, onChange]);
  return (
    <div className="field">
      <div className="field-head">
        <span className="field-label">Preview</span>
        <span className="small muted">{heardText(seconds)}</span>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: the artist's own recording, heard by them alone */}
      <audio ref={sound.audio} preload="metadata" />
      {problem && <p className="field-error">{problem}</p>}
      {found && seconds !== undefined && (
        <Clip
          file={file}
          recording={found}
          seconds={seconds}
          onChange={onChange}
          sound={sound}
          start={start ?? defaultPreviewStart(seconds)}
        />
      )}
    </div>
  );
}

type ClipProps = {
  file: File;
  recording: Recording;
  seconds: number;
  start: number;
  onChange: (start: number) => void;
  sound: ReturnType<typeof useFileSound>;
};

function Clip({ file, recording, seconds, start, onChange, sound }: ClipProps) {
  const { audio, isMute } = sound;
  const outline = useOutline(file, recording);
  const [last, length] = [lastPreviewStart(seconds), previewLength(seconds)];
  const end = start + length;
  const move = (to: number) => onChange(Math.max(0, Math.min(last, Math.round(to))));
  const audition = useAudition(audio, start, end);
  const byPage = (event: KeyboardEvent) => {
    const steps = { PageUp: PAGE_SECONDS, PageDown: -PAGE_SECONDS }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    move(start + steps);
  };
  const place = {
    '--from': `${(start / seconds) * 100}%`,
    '--long': `${(length / seconds) * 100}%`,
  } as React.CSSProperties;
  return (
    <div className="clip">
      <div className="clip-wave" style={place}>
        <svg viewBox="0 0 106 48" preserveAspectRatio="none" aria-hidden="true">
          <path d={outline ?? 'M0 24h106'} />
        </svg>
        <span className="clip-frame" />
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={start}
          aria-label="Where the preview starts"
          aria-valuetext={`from ${clockText(start)} to ${clockText(end)}`}
          onChange={({ currentTarget }) => move(Number(currentTarget.value))}
          onKeyDown={byPage}
        />
      </div>
      <div className="clip-ends micro" aria-hidden="true">
        <span>0:00</span>
        <span>{clockText(seconds)}</span>
      </div>
      <div className="clip-row">
        {!isMute && (
          <button
            type="button"
            className="play play-player"
            data-state={audition.isOn ? 'playing' : undefined}
            aria-label={audition.isOn ? 'Pause the preview' : 'Listen to the preview'}
            onClick={audition.toggle}
          >
            <PlayIcon />
          </button>
        )}
        <StartsAt start={start} last={last} onChange={move} />
        <span className="small muted">Ends at {clockText(end)}. Drag the frame, or type.</span>
      </div>
      {isMute && (
        <p className="small muted">
          This browser cannot play this file. You can still release it: choose the start by the
          outline or the time.
        </p>
      )}
    </div>
  );
}

type StartsAtProps = {
  start: number;
  last: number;
  onChange: (start: number) => void;
};

export function StartsAt({ start, last, onChange }: StartsAtProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const take = () => {
    const asked = parseClock(typed ?? '');
    if (asked !== undefined) onChange(Math.min(asked, last));
    setTyped(undefined);
  };
  return (
    <span className="clip-start">
      <label className="small" htmlFor={id}>
        Starts at
      </label>
      <input
        id={id}
        className="input tabular"
        inputMode="numeric"
        autoComplete="off"
        size={5}
        value={typed ?? clockText(start)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          take();
        }}
      />
    </span>
  );
}

function useAudition(audio: React.RefObject<HTMLAudioElement | null>, start: number, end: number) {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const sound = audio.current;
    if (!sound) return;
    const follow = () => setIsOn(!sound.paused);
    const stop = () => {
      if (sound.currentTime >= end) sound.pause();
    };
    const listening = new AbortController();
    for (const event of ['play', 'pause', 'ended']) {
      sound.addEventListener(event, follow, listening);
    }
    sound.addEventListener('timeupdate', stop, listening);
    return () => listening.abort();
  }, [audio, end]);
  useEffect(() => {
    const sound = audio.current;
    // The frame was moved during playback: continue from its new start.
    if (sound && !sound.paused) sound.currentTime = start;
  }, [audio, start]);
  const toggle = () => {
    const sound = audio.current;
    if (!sound) return;
    if (!sound.paused) return sound.pause();
    sound.currentTime = start;
    sound.play().catch(() => {});
  };
  return { isOn, toggle };
}

async function drawOutline(file: File, recording: Recording): Promise<string> {
  const { drawSoundOutline } = await import('./sound-outline.ts');
  return drawSoundOutline(file, recording);
}

function useOutline(file: File, recording: Recording): string | undefined {
  const [outline, setOutline] = useState<{ file: File; path: string }>();
  useEffect(() => {
    let isCurrent = true;
    drawOutline(file, recording).then(
      (path) => isCurrent && setOutline({ file, path }),
      (error: unknown) => isCurrent && warnLater('The outline could not be drawn.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, recording]);
  return outline?.file === file ? outline.path : undefined;
}
