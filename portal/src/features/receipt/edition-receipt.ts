import type { Movement } from '@datchain/shared/contracts/documents/movement.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import {
  formatCents,
  formatMicros,
  formatPerson,
  formatTokens,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import type { Receipt } from '../../app/receipt-sheet.tsx';

export type EditionPurchase = Extract<Movement, { kind: 'edition-bought' }>;

export interface Bought {
  readonly entryId: string;
  readonly purchase: EditionPurchase;
  readonly dat: Dat | undefined;
  /** The seller's username: '' for an unnamed seller, null where unknown. */
  readonly seller: string | null;
  readonly buyer: string;
  readonly origin: string;
}

function paidWith({
  tokens,
  changeSpentMicros = 0,
  changeLeftMicros = 0,
}: EditionPurchase): string {
  const spent = [
    ...(tokens > 0 ? [`${formatTokens(tokens, 'utility')}, at face value`] : []),
    ...(changeSpentMicros > 0 ? [`${formatMicros(changeSpentMicros)} of change`] : []),
  ].join(', and ');
  return changeLeftMicros > 0
    ? `${spent}; ${formatMicros(changeLeftMicros)} of the last token stayed as change`
    : spent;
}

export function editionReceipt({ entryId, purchase, dat, ...known }: Bought): Receipt {
  const { datId, edition, priceCents, earnedMicros, at } = purchase;
  const price = formatCents(priceCents);
  const work = dat ? `${dat.songName} by ${dat.artistName}` : datId;
  return {
    number: { label: 'Number', value: entryId },
    at,
    seller: known.seller === null ? UNKNOWN : `${formatPerson(known.seller)}, on ${brandName}`,
    buyer: known.buyer,
    paidWith: paidWith(purchase),
    item: { what: `DAT #${edition} of ${work}`, amount: price },
    total: price,
    ...(earnedMicros !== undefined && {
      since: [{ label: 'Came back to you as its creator', value: formatMicros(earnedMicros) }],
    }),
    notes: [
      'Not a tax invoice. Paid with tokens; the card payment for them has its own receipt.',
      `This is not the certificate. The public ledger shows who owns the edition today: ${known.origin}/viewdat/${datId}`,
    ],
  };
}
