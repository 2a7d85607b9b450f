import type { RecordedMovement } from '@datchain/shared/contracts/documents/movement.ts';
import {
  formatCents,
  formatCount,
  formatMicros,
  formatTokens,
} from '@datchain/shared/domain/format.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';

export interface DebtLine {
  readonly entryId: string;
  readonly at: number;
  readonly what: string;
  /** The change of the debt: positive where it grew. */
  readonly micros: UsdMicros;
}

type Returned = Extract<RecordedMovement, { kind: 'payment-refunded' | 'payment-disputed' }>;

function takenBack({ qty, missingQty = 0, excessMicros = 0 }: Returned): string {
  const parts = [
    ...(qty > 0 ? [`${formatTokens(qty)} ${qty === 1 ? 'was' : 'were'} taken back`] : []),
    ...(missingQty > 0
      ? [`${qty > 0 ? formatCount(missingQty) : formatTokens(missingQty)} had been spent or sold`]
      : []),
    ...(excessMicros > 0
      ? [`${formatMicros(excessMicros)} more went back to the card than was paid`]
      : []),
  ];
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}

function wordLine(movement: RecordedMovement): Omit<DebtLine, 'entryId' | 'at'> | undefined {
  switch (movement.kind) {
    case 'payment-refunded':
    case 'payment-disputed': {
      const { kind, totalCents, debtMicros } = movement;
      const what = kind === 'payment-refunded' ? 'Refund' : 'Disputed payment';
      return {
        what: `${what} of ${formatCents(totalCents)}${takenBack(movement)}`,
        micros: debtMicros,
      };
    }
    case 'payment-reinstated':
      return { what: 'A refund or dispute was reversed', micros: movement.debtMicros };
    case 'payment-recovered':
      return { what: 'Tokens came back from an unpaid order', micros: movement.debtMicros };
    case 'stream-correction':
      return {
        what: 'Corrected streams: some had already been paid out',
        micros: movement.debtMicros,
      };
    case 'debt-paid':
      return { what: 'Debt paid from earnings', micros: -movement.paidMicros };
    default:
      return undefined;
  }
}

/**
 * Returns the movements since the last time nothing was owed, newest first.
 *
 * @param movements newest first
 */
export function debtStory(
  movements: readonly RecordedMovement[],
  debtMicros: UsdMicros,
): DebtLine[] {
  const lines: DebtLine[] = [];
  let owed = debtMicros;
  for (const movement of movements) {
    if (owed <= 0) break;
    const line = wordLine(movement);
    if (!line || line.micros === 0) continue;
    const { entryId, at } = movement;
    lines.push({ entryId, at, ...line });
    owed -= line.micros;
  }
  return lines;
}
