import { formatMove } from '@datchain/shared/domain/exact-amount.ts';
import { formatCount, formatDate, formatTokens } from '@datchain/shared/domain/format.ts';
import {
  isLineOf,
  type LogLine,
  movedBy,
} from '@datchain/shared/domain/public-books/logged-kinds.ts';
import { readLogLine } from '@datchain/shared/domain/public-log/lines.ts';
import { platformName } from '@datchain/shared/domain/streams/platform-name.ts';
import { dayLogHref, type EntriesInLog } from '../../views/books/books-view.ts';
import { datHref, lineHref } from '../../views/page/addresses.ts';
import { openLines } from './log-bytes.ts';

/** More lines than this are for programs: the file of the day has all of them. */
const SHOWN = 200;

interface Found {
  readonly shown: readonly LogLine[];
  readonly count: number;
  /** The sum of the movements; undefined when a line has none. */
  readonly sumMicros: number | undefined;
}

/** The lines of the public log that tell these entries. @throws when they cannot be read */
async function findLines({ date, figure, kind }: EntriesInLog): Promise<Found> {
  const shown: LogLine[] = [];
  let count = 0;
  let sumMicros: number | undefined = 0;
  for await (const text of await openLines(dayLogHref(date))) {
    const line = readLogLine(text.slice(0, -1))?.fields;
    if (!line) throw new Error('A line of the day cannot be read');
    if (!isLineOf(line, kind)) continue;
    const micros = movedBy(line, figure);
    // A sale may leave a figure as it was: then its entry did not move it.
    if (micros === 0) continue;
    count += 1;
    sumMicros = sumMicros === undefined || micros === undefined ? undefined : sumMicros + micros;
    if (shown.length < SHOWN) shown.push(line);
  }
  return { shown, count, sumMicros };
}

const linkTo = (href: string, text: string): HTMLAnchorElement =>
  Object.assign(document.createElement('a'), { href, textContent: text });

type SongOf = (datId: string) => string;

/** Reads the names of the works that lines are about; one that cannot be read keeps its id. */
async function readSongs(lines: readonly LogLine[]): Promise<SongOf> {
  const ids = [...new Set(lines.flatMap(({ datId }) => (datId === undefined ? [] : `${datId}`)))];
  const songs = await Promise.all(
    ids.map(async (id): Promise<[string, string]> => {
      try {
        const answer = await fetch(`/data/v1/dats/${encodeURIComponent(id)}.json`);
        const { song } = (await answer.json()) as { song?: unknown };
        return [id, typeof song === 'string' && song ? song : id];
      } catch {
        return [id, id];
      }
    }),
  );
  const names = new Map(songs);
  return (datId) => names.get(datId) ?? datId;
}

function about(line: LogLine, songOf: SongOf): (string | Node)[] {
  const { datId, edition, tokens, platform, day, reason } = line;
  if (datId === undefined) {
    const pieces = formatTokens(Math.abs(Number(tokens)));
    return [reason === undefined ? pieces : `${pieces}. ${reason}`, ...correctedBy(line)];
  }
  const page = datHref(String(datId));
  const song = songOf(String(datId));
  if (edition !== undefined) return [linkTo(page, `DAT #${edition} of ${song}`)];
  const date = formatDate(Date.parse(`${day}`));
  return [linkTo(page, song), ` on ${platformName(`${platform}`)}, ${date}`, ...correctedBy(line)];
}

function correctedBy({ corrects }: LogLine): (string | Node)[] {
  if (!corrects) return [];
  const seq = Number(corrects);
  return [', takes back ', linkTo(lineHref(seq), `line ${formatCount(seq)}`)];
}

function lineItem(line: LogLine, figure: EntriesInLog['figure'], songOf: SongOf): HTMLLIElement {
  const item = document.createElement('li');
  item.className = 'books-row';
  const [text, amount] = [document.createElement('span'), document.createElement('span')];
  const time = String(line.at).slice('YYYY-MM-DDT'.length, -'.000Z'.length);
  text.append(`Line ${formatCount(Number(line.seq))}, ${time}: `, ...about(line, songOf));
  const micros = movedBy(line, figure);
  amount.textContent = micros === undefined ? '' : formatMove(micros);
  item.append(text, ' ', amount);
  return item;
}

/** Says how the log compares with the books; the log of a day may still grow. */
function verdict({ count, sumMicros }: Found, { deltaMicros }: EntriesInLog): string {
  const lines = count === 1 ? '1 line' : `${formatCount(count)} lines`;
  if (sumMicros === undefined) return `${lines} in the public log.`;
  if (sumMicros === deltaMicros) return `${lines} in the public log, with the same sum.`;
  return `${lines} in the public log so far, ${formatMove(sumMicros)} together.`;
}

function draw(
  details: HTMLDetailsElement,
  wanted: EntriesInLog,
  { found, songOf }: { found: Found; songOf: SongOf },
): void {
  const said = document.createElement('p');
  said.textContent = verdict(found, wanted);
  const list = document.createElement('ol');
  list.className = 'books-log';
  list.append(...found.shown.map((line) => lineItem(line, wanted.figure, songOf)));
  const file = document.createElement('p');
  const rest = found.count - found.shown.length;
  const text =
    rest > 0 ? `${formatCount(rest)} more in the file of the day` : 'The file of the day';
  file.append(linkTo(dayLogHref(wanted.date), text));
  details.querySelector('p')?.remove();
  details.append(said, list, file);
}

export async function fillBookLines(details: HTMLDetailsElement, asked: string): Promise<void> {
  const wanted = JSON.parse(asked) as EntriesInLog;
  const found = await findLines(wanted);
  draw(details, wanted, { found, songOf: await readSongs(found.shown) });
}
