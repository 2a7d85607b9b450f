import type { Movement, RecordedMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { movementWords, type SongOf } from './movement-words.ts';

/** A spreadsheet takes text that begins like this for a formula; a quote in front keeps it text. */
const asText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const heads = [
  'Date (UTC)',
  'Kind',
  'What',
  'Utility tokens',
  'Reward tokens',
  'US dollars',
  'Work',
  'Edition',
  'Reference',
];

/** Millionths as a plain decimal, exact: -12500000 → '-12.5'. */
function plainUsd(micros: number): string {
  const digits = Math.abs(micros).toString().padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${decimals}`;
}

const referenceOf = (movement: Movement): string => {
  if ('transferId' in movement) return movement.transferId;
  if ('orderId' in movement) return movement.orderId;
  if ('payoutId' in movement) return movement.payoutId;
  return 'listingId' in movement ? movement.listingId : '';
};

function rowOf(movement: RecordedMovement, songOf: SongOf): string[] {
  const { what, tokens, rewardTokens, micros } = movementWords(movement, songOf);
  return [
    new Date(movement.at).toISOString(),
    movement.kind,
    asText(what),
    tokens?.toString() ?? '',
    rewardTokens?.toString() ?? '',
    micros === undefined ? '' : plainUsd(micros),
    'datId' in movement ? asText(songOf(movement.datId)) : '',
    'edition' in movement ? movement.edition.toString() : '',
    asText(referenceOf(movement)),
  ];
}

/** Movements as a table that spreadsheets open (RFC 4180); exact amounts, empty where there is none. */
export const movementsCsv = (movements: readonly RecordedMovement[], songOf: SongOf): string =>
  [heads, ...movements.map((movement) => rowOf(movement, songOf))]
    .map((row) => `${row.map(quoted).join(',')}\r\n`)
    .join('');
