import type { RecordedMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { formatCents, formatTokens } from '@datchain/shared/domain/format.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';

/** What a movement did to a debt, in words. */
export interface DebtLine {
  readonly entryId: string;
  readonly at: number;
  readonly what: string;
  /** By how much it grew, or with a minus shrank. */
  readonly micros: UsdMicros;
}

function takenBack(qty: number): string {
  if (qty === 0) return 'all of its tokens had been spent or sold';
  const were = qty === 1 ? 'was' : 'were';
  return `${formatTokens(qty)} ${were} taken back; the others had been spent or sold`;
}

function lineOf(movement: RecordedMovement): Omit<DebtLine, 'entryId' | 'at'> | undefined {
  switch (movement.kind) {
    case 'payment-refunded':
    case 'payment-disputed': {
      const { kind, totalCents, qty, debtMicros } = movement;
      const what = kind === 'payment-refunded' ? 'Refund' : 'Disputed payment';
      return {
        what: `${what} of ${formatCents(totalCents)}: ${takenBack(qty)}`,
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
      return { what: 'Settled by what you sold or earned', micros: -movement.paidMicros };
    default:
      return undefined;
  }
}

/**
 * The story of what is owed now: the movements since nothing was owed, newest first.
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
    const line = lineOf(movement);
    if (!line || line.micros === 0) continue;
    const { entryId, at } = movement;
    lines.push({ entryId, at, ...line });
    owed -= line.micros;
  }
  return lines;
}
