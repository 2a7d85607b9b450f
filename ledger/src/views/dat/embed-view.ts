import {
  isRecord,
  readCount,
  readList,
  readNumber,
  readText,
} from '@datchain/shared/contracts/tolerant.ts';
import { type Availability, countMarks } from '@datchain/shared/domain/availability.ts';
import { clockText } from '@datchain/shared/domain/clock-text.ts';
import { formatCents, formatDate } from '@datchain/shared/domain/format.ts';
import type { Preview } from '@datchain/shared/domain/preview.ts';
import { previewFile } from '@datchain/shared/domain/preview-address.ts';
import type { Cents, Millis } from '@datchain/shared/domain/units.ts';
import type { CardArt } from '@datchain/shared/ui/dat-card.tsx';
import { buyHref, datHref } from '../page/addresses.ts';
import { makeCardArt } from '../page/artwork.ts';
import { type PlayerView, wavePath } from './player-view.ts';

/** A work as its player on other sites shows it (N-SND-10). */
export interface EmbedView {
  readonly song: string;
  readonly artist: string;
  readonly href: string;
  readonly art: CardArt | undefined;
  readonly player: (Omit<PlayerView, 'part'> & { readonly narrowWave: string }) | undefined;
  readonly marks: readonly Availability[];
  /** '16/20' */
  readonly count: string;
  readonly sale: { readonly href: string; readonly from: string } | undefined;
  /** 'This work was taken down on 19 Nov 2026.' */
  readonly takenDown: string | undefined;
}

interface EmbedEdition {
  readonly number: number;
  readonly priceCents: Cents;
  readonly mark: Availability;
}

export interface EmbeddedWork {
  readonly id: string;
  readonly song: string;
  readonly artist: string;
  readonly artwork: string;
  readonly preview: Pick<Preview, 'file' | 'seconds' | 'peaks'> | undefined;
  readonly editions: readonly EmbedEdition[];
  readonly takenDownAt: Millis | undefined;
}

function readEdition(value: unknown): EmbedEdition[] {
  if (!isRecord(value)) return [];
  const mark = value.isForSale === true ? (value.isWithCreator ? 'primary' : 'resale') : 'held';
  return [{ number: readCount(value.number), priceCents: readCount(value.priceCents), mark }];
}

function saleOf(id: string, editions: readonly EmbedEdition[]): EmbedView['sale'] {
  const [cheapest] = editions
    .filter(({ mark }) => mark !== 'held')
    .sort((a, b) => a.priceCents - b.priceCents || a.number - b.number);
  return cheapest && { href: buyHref(id, cheapest.number), from: formatCents(cheapest.priceCents) };
}

/** Returns a path for the site's own pictures: the site may be open under another address. */
function artworkOf({ artwork, page }: Record<string, unknown>): string {
  const site = readText(page).replace(/\/viewdat\/[^/]*$/, '');
  const address = readText(artwork);
  return site !== '' && address.startsWith(`${site}/`) ? address.slice(site.length) : address;
}

/** In a narrow frame the outline has less than 150 px, enough for a third of the lines. */
const COLUMNS_OF_NARROW = 3;

function playerOf({ preview, song, artist }: EmbeddedWork): EmbedView['player'] {
  if (!preview) return undefined;
  const { file, seconds, peaks } = preview;
  return {
    file,
    song,
    artist,
    seconds,
    length: clockText(seconds),
    wave: wavePath(peaks),
    narrowWave: wavePath(peaks, COLUMNS_OF_NARROW),
  };
}

export const takenDownText = (at: Millis): string =>
  `This work was taken down on ${formatDate(at)}.`;

export function viewOfWork(work: EmbeddedWork): EmbedView {
  const { id, song, artist, editions, takenDownAt } = work;
  const isTakenDown = takenDownAt !== undefined;
  const marks = editions.map(({ mark }) => mark);
  return {
    song,
    artist,
    href: datHref(id),
    marks,
    art: isTakenDown ? undefined : makeCardArt(work.artwork, 'embed'),
    player: isTakenDown ? undefined : playerOf(work),
    count: `${countMarks(marks, 'primary', 'resale')}/${marks.length}`,
    sale: isTakenDown ? undefined : saleOf(id, editions),
    takenDown: isTakenDown ? takenDownText(takenDownAt) : undefined,
  };
}

function readPreview(found: Record<string, unknown>): EmbeddedWork['preview'] {
  const file = previewFile(readText(found.preview));
  const [seconds, peaks] = [readNumber(found.previewSeconds), readText(found.previewPeaks)];
  return file === undefined ? undefined : { file, seconds, peaks };
}

/** Reads a DAT's export file (/data/v1/dats/{id}.json). Returns undefined for other content. */
export function embedView(found: unknown): EmbedView | undefined {
  if (!isRecord(found) || readText(found.id) === '') return undefined;
  const [id, song, artist] = [found.id, found.song, found.artist].map((text) => readText(text));
  if (id === undefined || song === undefined || artist === undefined) return undefined;
  const takenDownAt = Date.parse(readText(found.takenDownAt));
  return viewOfWork({
    id,
    song,
    artist,
    artwork: artworkOf(found),
    preview: readPreview(found),
    editions: readList(found.editions).flatMap(readEdition),
    takenDownAt: Number.isNaN(takenDownAt) ? undefined : takenDownAt,
  });
}
