import {
  appleContent,
  appleSongs,
  appleStreams,
  distrokid,
  ownCsv,
  spotifyTimeline,
  tunecore,
} from './formats.ts';
import { type Delimiter, detectDelimiter, parseHeader, plainHeader } from './headers.ts';
import { refusedFormats, refusedText } from './refusals.ts';
import type { Format } from './rows.ts';
import { sources } from './sources.ts';

const formats: readonly Format[] = [
  appleStreams,
  appleContent,
  distrokid,
  tunecore,
  ownCsv,
  appleSongs,
  spotifyTimeline,
];

export type Detected =
  | {
      readonly kind: 'format';
      readonly format: Format;
      readonly columns: readonly string[];
      readonly delimiter: Delimiter;
      /** The index of the header among the given lines, from 0. */
      readonly headerAt: number;
    }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string };

export const UNKNOWN_REPORT = 'unknown report';

/** The lines searched for a header: some reports have a preamble. */
export const HEADER_LINES = 10;

const list = (names: readonly string[]): string => names.join(' or ');

/**
 * Detects a report's format by its header; exactly one format must fit.
 *
 * @param lines the first lines, without line ends
 */
export function detect(lines: readonly string[]): Detected {
  // Stryker disable next-line StringLiteral: Only the first character and words within a line matter.
  const start = lines.join('\n');
  const refused = refusedText(start);
  if (refused) return { kind: 'refused', ...refused };
  for (const [headerAt, line] of lines.slice(0, HEADER_LINES).entries()) {
    const columns = parseHeader(line);
    const names = new Set(columns.filter(Boolean));
    const taken = formats.filter(({ fits }) => fits(names));
    const known = refusedFormats.filter(({ fits }) => fits(names));
    const [format, ...others] = taken;
    const [first] = known;
    if (format && others.length === 0 && known.length === 0) {
      const sign = otherEnds.find((end) => line.includes(end));
      if (sign) return badEnds(sources[format.source].name, sign);
      return { kind: 'format', format, columns, delimiter: detectDelimiter(line), headerAt };
    }
    if (!format && first) {
      return { kind: 'refused', name: list(known.map(({ name }) => name)), reason: first.reason };
    }
    if (format) {
      const candidates = [
        ...taken.map(({ source }) => sources[source].name),
        ...known.map(({ name }) => name),
      ];
      return {
        kind: 'refused',
        name: list(candidates),
        reason: 'Its columns fit more than one kind of report, so none can be chosen.',
      };
    }
  }
  return unknown(lines);
}

/** Characters that other programs end lines with, but that can be part of a cell here. */
const otherEnds = ['\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'];

function badEnds(name: string, sign: string): Detected {
  const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const reason = `Its header has the character U+${code}, which does not end a line in a table. Save it again with each row on a line of its own (LF or CRLF).`;
  return { kind: 'refused', name, reason };
}

function unknown(lines: readonly string[]): Detected {
  const header = lines.find((line) => line.trim() !== '') ?? '';
  const columns = parseHeader(header).filter(Boolean);
  const [only = '', ...others] = columns;
  const isOneCell = others.length === 0 && only !== '' && only !== plainHeader(header);
  const inside = isOneCell ? detect([only]) : undefined;
  if (inside?.kind === 'format') {
    return {
      kind: 'refused',
      name: sources[inside.format.source].name,
      reason:
        'Each row is one cell in quotes. Put quotes around single cells only, or around none, and import it again.',
    };
  }
  const seen = columns.slice(0, 12).join(', ').slice(0, 300);
  return {
    kind: 'refused',
    name: UNKNOWN_REPORT,
    reason: seen
      ? `No known report has these columns: ${seen}. Our own CSV has date,platform,streams,content_id,isrc,title,artist.`
      : 'The file is empty.',
  };
}
