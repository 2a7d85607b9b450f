import { clockText } from '@datchain/shared/domain/clock-text.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';

export interface PlayerView {
  readonly file: string;
  readonly song: string;
  readonly artist: string;
  readonly seconds: number;
  /** Like 0:30. */
  readonly length: string;
  /** 'Preview, 1:04 to 1:34 of 3:42' */
  readonly part: string;
  /** The sound's outline as an SVG path, for a box of `wave.width` × `wave.height`. */
  readonly wave: string;
}

export const wave = { width: 384, height: 36 } as const;

const PITCH = 4;

/** Draws a sound's outline as mirrored lines. @param step columns per line; the loudest one counts */
export function wavePath(peaks: string, step = 1): string {
  const middle = wave.height / 2;
  const pitch = PITCH * step;
  let end = middle;
  const bars = Array.from({ length: Math.ceil(peaks.length / step) }, (_, column) => {
    const own = [...peaks.slice(column * step, (column + 1) * step)];
    const peak = Math.max(...own.map((one) => Number.parseInt(one, 36)));
    const half = Math.max(1, Math.round((peak / 35) * middle));
    const [top, before] = [middle - half, end];
    end = middle + half;
    return column === 0
      ? `M${pitch / 2} ${top}v${half * 2}`
      : `m${pitch}${top - before}v${half * 2}`;
  });
  return bars.join('');
}

/** Returns undefined for a work without a preview, whose page shows no control and no gap (N-SND-01). */
export function playerView({ preview, songName, artistName }: Dat): PlayerView | undefined {
  if (!preview) return undefined;
  const { file, start, seconds, songSeconds, peaks } = preview;
  const [from, to, end] = [start, start + seconds, songSeconds].map(clockText);
  return {
    file,
    song: songName,
    artist: artistName,
    seconds,
    length: clockText(seconds),
    part: `Preview, ${from} to ${to} of ${end}`,
    wave: wavePath(peaks),
  };
}
