import type { Dropped } from '@datchain/functions/streams/drops.ts';
import type { RunOutcome } from '@datchain/functions/streams/import-files.ts';
import type { Link, Returned, Undone } from '@datchain/functions/streams/links.ts';
import {
  type Candidate,
  type Effects,
  type FileOutcome,
  outdoneWarnings,
  type Reason,
  type Waiting,
} from '@datchain/functions/streams/outcome.ts';
import { sources } from '@datchain/shared/domain/streams/sources.ts';
import { nameKey, unreadIsrcIn } from '@datchain/shared/domain/streams/work-names.ts';
import type { Doubt } from '@datchain/shared/domain/streams/works.ts';

const LINES_SHOWN = 12;
const WAITING_SHOWN = 100;
const RANGES_SHOWN = 200;
const CANDIDATES_SHOWN = 3;

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

const cut = <Item>(
  items: readonly Item[],
  tell: (item: Item) => string,
  limit = LINES_SHOWN,
): string[] => {
  const shown = items.slice(0, limit).map(tell);
  const more = items.length - shown.length;
  return more > 0 ? [...shown, `    … and ${count(more, 'more', 'more')}`] : shown;
};

/** Formats line numbers as ranges: 3–7, 12. */
function lineRanges(lines: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
}

function reasonLine({ reason, count: rows, lines, example }: Reason): string {
  const ranges = lineRanges(lines);
  const isAll = rows === lines.length && ranges.length <= RANGES_SHOWN;
  const shown = `${ranges.slice(0, RANGES_SHOWN).join(', ')}${isAll ? '' : ' …'}`;
  const where = `${rows === 1 ? 'line' : 'lines'} ${shown}`;
  const said = example === undefined || example === '' ? '' : `, such as "${example}"`;
  return `    ${rows.toLocaleString('en-US')} × ${reason}${said} (${where})`;
}

const reasons = (title: string, list: readonly Reason[]): string[] =>
  list.length === 0 ? [] : [`  ${title}`, ...list.map(reasonLine)];

const plays = ({ streams, downloads }: { streams: number; downloads?: number }): string =>
  downloads === undefined ? `${streams}` : `${streams} (${count(downloads, 'download')})`;

function tellEffects(effects: Effects): string[] {
  const lines: string[] = [];
  const figures = [...effects.figures].sort(([, a], [, b]) => b - a);
  lines.push(...cut(figures, ([datId, number]) => `    ${datId}: ${count(number, 'figure')}`));
  if (effects.held > 0) {
    lines.push(
      `  ${count(effects.held, 'day')} held back: not over for long enough, or the last row`,
    );
  }
  const large = effects.changes.filter(({ isLarge }) => isLarge);
  const small = effects.changes.length - large.length;
  if (effects.changes.length > 0) {
    lines.push(
      `  ${count(effects.changes.length, 'shown day')} corrected, ${small} by a tenth or less`,
    );
  }
  lines.push(
    ...cut(
      large,
      ({ datId, day, before, after }) =>
        `    look at ${datId}, ${day}: ${plays(before)} became ${plays(after)}`,
    ),
    ...cut(
      effects.belowZero,
      ({ datId, source, period }) =>
        `    look at ${datId}, ${period}: below zero by ${source}, not shown`,
    ),
    ...[...effects.shorter].map(
      (batch) =>
        `    ${batch}: another report has more lines, so this one may be filtered and was not used. If it is the whole report, import it again with --complete.`,
    ),
  );
  return lines;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const doubts: Readonly<Record<Doubt, string>> = {
  unknown: 'may be',
  spelling: 'is spelt differently, but looks like',
  isrc: 'has another ISRC than',
  several: 'has a name of',
  credited: 'has the ISRC of',
  shared: 'has an id that the report gives to several songs; it may be',
  twice: 'is',
};

function tellCandidate(waiting: Waiting, candidate: Candidate): string[] {
  const { datId, songName, artistName, isrc, links, linked } = candidate;
  const { doubt, periods = [], work } = waiting;
  if (doubt === 'twice') {
    const [name = work.key] = links;
    return [
      `      is ${songName} / ${artistName} (${datId}), of which the same report has another row that counts: ${cut(periods, String).join(', ')}`,
      '      Import a corrected report with one row for both: it counts instead. To drop this one:',
      `        --drop ${quoted(name)} --reason '<why>'`,
    ];
  }
  if (doubt === 'credited' && !(isrc !== undefined && work.names.includes(nameKey.isrc(isrc)))) {
    return [
      `      was credited to ${songName} / ${artistName} (${datId}), before the other had this ISRC. A link to the other takes that back.`,
    ];
  }
  const isUnread = doubt === 'isrc' && work.names.some(unreadIsrcIn);
  const why = isUnread ? 'has an ISRC that cannot be read, and a name of' : doubts[doubt];
  const command = (option: string) => (name: string) =>
    `        --${option} ${quoted(`${name}=${datId}`)}`;
  const about = `      ${why} ${songName} / ${artistName} (${datId})`;
  if (links.length > 0) {
    return [`${about}. If they are the same recording:`, ...links.map(command('link'))];
  }
  if (linked.length === 0) return [`${about}. No link credits it there.`];
  return [
    `${about} by a link. If they are not the same recording:`,
    ...linked.map(command('unlink')),
  ];
}

function tellWaiting(waiting: Waiting): string {
  const { work, label, rows, firstLine, candidates, doubt } = waiting;
  const where = firstLine === undefined ? '' : `, ${count(rows, 'row')} from line ${firstLine}`;
  const more = candidates.length - CANDIDATES_SHOWN;
  const isWithout = candidates.length === 0 && doubt === 'shared';
  return [
    `    ${work.names.join(' · ')}${label ? ` (${label})` : ''}${where}`,
    ...(isWithout ? ['      has an id that the report gives to several songs'] : []),
    ...candidates
      .slice(0, CANDIDATES_SHOWN)
      .flatMap((candidate) => tellCandidate(waiting, candidate)),
    ...(more > 0 ? [`      … and ${count(more, 'more', 'more')}`] : []),
  ].join('\n');
}

/** Lists the waiting songs, those with a suggestion first. */
const tellAllWaiting = (all: readonly Waiting[]): string[] =>
  cut(
    [...all].sort((a, b) => b.candidates.length - a.candidates.length),
    tellWaiting,
    WAITING_SHOWN,
  );

function tellFile(file: FileOutcome): string[] {
  if (file.kind === 'left out') return [`${file.name}: left out, it is no report.`];
  if (file.kind === 'known') {
    const nothing = file.warnings.length === 0 ? ' Nothing to do.' : '';
    return [
      `${file.name}: ${sources[file.source].name}, taken before.${nothing}`,
      ...file.warnings.map((warning) => `  ${warning}`),
    ];
  }
  if (file.kind === 'refused') {
    return [`${file.name}: refused (${file.what}). ${file.reason}`, ...reasons('Why', file.bad)];
  }
  if (file.kind === 'taken back') {
    const { name, figures, waiting } = file;
    return [
      `${name}: taken back.`,
      ...[...figures].map(([datId, number]) => `    ${datId}: ${count(number, 'figure')} less`),
      ...(waiting > 0 ? [`    ${count(waiting, 'figure')} no longer waiting`] : []),
    ];
  }
  const { period, effects, rows } = file;
  const span = period ? `, ${period.start} to ${period.end}` : '';
  const [taken, waiting, refused] = [rows.taken, rows.waiting, rows.refused].map((number) =>
    number.toLocaleString('en-US'),
  );
  return [
    `${file.name}: ${sources[file.source].name}${span}`,
    `  ${count(rows.inFile, 'row')}: ${taken} taken, ${waiting} waiting, ${refused} refused. SHA-256 ${file.hash}`,
    ...file.warnings.map((warning) => `  ${warning}`),
    ...tellEffects(effects),
    ...(effects.waiting.size > 0
      ? [`  Waiting for a person, ${count(effects.waiting.size, 'song')}`]
      : []),
    ...tellAllWaiting([...effects.waiting.values()]),
    ...reasons('Refused', file.refused),
  ];
}

const tellUndone = ({ name, datId, figures, remaining }: Undone): string[] => [
  `${name} is no longer ${datId}'s: ${count(figures, 'figure')} taken back.`,
  ...remaining.map((left) => `    it still has --unlink ${quoted(`${left}=${datId}`)}`),
];

const tellReturned = ({ name, datId, figures }: Returned): string =>
  `${datId} had ${count(figures, 'figure')} by or beside ${name}, which is not its name: taken back.`;

const tellRepeated = ({ name, datId }: Link): string =>
  `${name} was ${datId}'s before: the link changes nothing.`;

const tellDropped = ({ names, label }: Dropped): string =>
  `Dropped: ${names.join(' · ')}${label ? ` (${label})` : ''}`;

function olderWaiting({ files, queue }: RunOutcome): Waiting[] {
  const fresh = new Set(
    files.flatMap((file) => (file.kind === 'taken' ? [...file.effects.waiting.keys()] : [])),
  );
  return [...queue.effects.waiting].flatMap(([key, waiting]) => (fresh.has(key) ? [] : [waiting]));
}

/**
 * Replaces control characters, so that a report cannot control the terminal or reverse its text.
 */
const printable = (line: string): string =>
  line.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === '\n' ? sign : '\ufffd',
  );

export function tellRun(outcome: RunOutcome, isDry: boolean): string[] {
  const { files, queue, published } = outcome;
  const moved = queue.effects.figures.size;
  const older = olderWaiting(outcome);
  const lines = [
    ...outcome.undone.flatMap(tellUndone),
    ...outcome.repeated.map(tellRepeated),
    ...outcome.returned.map(tellReturned),
    ...outcome.dropped.map(tellDropped),
    ...files.flatMap(tellFile),
    ...(moved > 0
      ? [
          `From the queue, ${count(moved, 'DAT')}:`,
          ...outdoneWarnings(queue.effects).map((warning) => `  ${warning}`),
          ...tellEffects(queue.effects),
        ]
      : []),
    ...(older.length > 0
      ? [`Waiting since earlier imports, ${count(older.length, 'song')}:`, ...tellAllWaiting(older)]
      : []),
    ...(queue.waiting > 0 ? ["Assign a waiting song with --link '<name>=<DAT id>'."] : []),
    ...published.checks
      .filter(({ fromDays, fromMonth }) => fromDays !== fromMonth)
      .map(
        ({ datId, platform, month, source, fromDays, fromMonth }) =>
          `${datId}, ${platform}, ${month}: ${fromDays} by its days, ${fromMonth} by ${sources[source].name}. The days are shown.`,
      ),
    isDry
      ? 'A dry run: nothing was written.'
      : `Published again: ${count(published.dats.length, 'DAT')}.`,
  ];
  return lines.map(printable);
}
