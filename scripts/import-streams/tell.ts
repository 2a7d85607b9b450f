import { sources } from '@datchain/shared/domain/streams/sources.ts';
import type { RunOutcome } from '../../functions/streams/import-files.ts';
import type { Effects, FileOutcome, Reason } from '../../functions/streams/outcome.ts';

const MOST = 12;

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

const cut = <Item>(items: readonly Item[], tell: (item: Item) => string): string[] => {
  const shown = items.slice(0, MOST).map(tell);
  const more = items.length - shown.length;
  return more > 0 ? [...shown, `    … and ${count(more, 'more', 'more')}`] : shown;
};

const reasonLine = ({ reason, count: lines, lines: first }: Reason): string => {
  const where = lines > first.length ? `lines ${first.join(', ')} …` : `line ${first.join(', ')}`;
  return `    ${lines.toLocaleString('en-US')} × ${reason} (${where})`;
};

const reasons = (title: string, list: readonly Reason[]): string[] =>
  list.length === 0 ? [] : [`  ${title}`, ...cut(list, reasonLine)];

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
    ...reasons('Left out', effects.unclear.list()),
  );
  return lines;
}

const tellWaiting = (effects: Effects): string[] => [
  ...cut([...effects.waiting], ([key, label]) => {
    const [several, alike] = [effects.ambiguous.get(key), effects.alike.get(key)];
    const hint =
      (several && `, may be ${several.join(' or ')}`) ??
      (alike && `, is called like ${alike.join(' and ')} but has another ISRC`) ??
      '';
    return `    ${key}${label ? ` (${label})` : ''}${hint}`;
  }),
];

function tellFile(file: FileOutcome): string[] {
  if (file.kind === 'known') {
    return [`${file.name}: ${sources[file.source].name}, taken before. Nothing to do.`];
  }
  if (file.kind === 'refused') {
    return [`${file.name}: refused (${file.what}). ${file.reason}`, ...reasons('Why', file.bad)];
  }
  const { period, effects } = file;
  const span = period ? `, ${period.start} to ${period.end}` : '';
  const waiting = effects.waiting.size;
  return [
    `${file.name}: ${sources[file.source].name}${span}`,
    `  ${count(file.lines, 'line')}, ${file.taken.toLocaleString('en-US')} taken, SHA-256 ${file.hash}`,
    ...file.warnings.map((warning) => `  ${warning}`),
    ...tellEffects(effects),
    ...(waiting > 0 ? [`  ${count(waiting, 'work')} without a DAT, kept in the queue`] : []),
    ...reasons('Passed over', file.passedOver),
    ...reasons('Refused', file.bad),
  ];
}

/** What a run did, for people. */
export function tellRun({ files, queue, published }: RunOutcome, isDry: boolean): string[] {
  const moved = queue.effects.figures.size;
  return [
    ...files.flatMap(tellFile),
    ...(moved > 0
      ? [`From the queue, ${count(moved, 'DAT')}:`, ...tellEffects(queue.effects)]
      : []),
    ...(queue.waiting > 0
      ? [
          `${count(queue.effects.waiting.size, 'work')} in the queue. Say whose they are with --link <name>=<dat id>:`,
          ...tellWaiting(queue.effects),
        ]
      : []),
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
}
