import type { Movement, RecordedMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { type Cell, formatCsv } from '@datchain/shared/domain/csv.ts';
import { movementWords, type SongOf } from './movement-words.ts';

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

const readReference = (movement: Movement): string => {
  if ('transferId' in movement) return movement.transferId;
  if ('orderId' in movement) return movement.orderId;
  if ('payoutId' in movement) return movement.payoutId;
  return 'listingId' in movement ? movement.listingId : '';
};

function makeRow(movement: RecordedMovement, songOf: SongOf): Cell[] {
  const { what, tokens, rewardTokens, micros } = movementWords(movement, songOf);
  return [
    new Date(movement.at).toISOString(),
    movement.kind,
    what,
    tokens,
    rewardTokens,
    micros === undefined ? null : { micros },
    'datId' in movement && movement.datId !== undefined ? songOf(movement.datId) : null,
    'edition' in movement ? movement.edition : null,
    readReference(movement),
  ];
}

/** Writes movements as CSV (RFC 4180) with exact amounts; missing values stay empty. */
export const movementsCsv = (movements: readonly RecordedMovement[], songOf: SongOf): string =>
  formatCsv([heads, ...movements.map((movement) => makeRow(movement, songOf))]);
