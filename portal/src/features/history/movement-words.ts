import {
  debtKinds,
  type MovementKind,
  type RecordedMovement,
} from '@datchain/shared/contracts/documents/movement.ts';
import { earningsPayIt } from '@datchain/shared/domain/books/debts.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import {
  formatCents,
  formatDate,
  formatMicros,
  formatShare,
  formatTokens,
} from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { platformName } from '@datchain/shared/domain/streams/platform-name.ts';
import type { Cents, UsdMicros } from '@datchain/shared/domain/units.ts';
import { receiptPath } from '../../lib/text/receipt-path.ts';

/** A movement as its owner reads it. Amounts are the owner's, negative for outgoing ones. */
export interface MovementWords {
  readonly what: string;
  /** Utility tokens that entered the wallet, or left it as a negative number. */
  readonly tokens?: number;
  readonly rewardTokens?: number;
  readonly micros?: UsdMicros;
  readonly href?: string;
}

export type SongOf = (datId: string) => string;

const dollars = (cents: Cents): UsdMicros => centsToMicros(cents);

const owing = (debtMicros: UsdMicros): string =>
  debtMicros > 0 ? `. You owe ${formatMicros(debtMicros)}. ${earningsPayIt}.` : '';

const ownPart = (earnedMicros: UsdMicros | undefined): string =>
  earnedMicros === undefined
    ? ''
    : `. ${formatMicros(earnedMicros)} of it was earned, for own tokens`;

export function movementWords(movement: RecordedMovement, songOf: SongOf): MovementWords {
  switch (movement.kind) {
    case 'tokens-bought':
      return {
        what: `Bought ${formatTokens(movement.qty)} at ${formatCents(movement.priceCents)}, by card${ownPart(movement.earnedMicros)}`,
        tokens: movement.qty,
        micros: (movement.earnedMicros ?? 0) - dollars(movement.totalCents),
        href: `/orders/${movement.orderId}`,
      };
    case 'tokens-sold':
      return {
        what: `Sold ${formatTokens(movement.qty, 'listed')} at ${formatCents(movement.priceCents)}: ${formatShare(rates.tokenResale.sellerPpm)} of ${formatMicros(movement.grossMicros)}`,
        micros: movement.earnedMicros,
      };
    case 'tokens-listed':
      return {
        what: `Listed ${formatTokens(movement.qty)} for sale in Link ${movement.blockId}`,
        tokens: -movement.qty,
      };
    case 'tokens-unlisted':
      return {
        what: `Took ${formatTokens(movement.qty)} back from Link ${movement.blockId}`,
        tokens: movement.qty,
      };
    case 'payment-returned':
      return {
        what: `Payment of ${formatCents(movement.totalCents)} returned to the card: it arrived too late and the tokens were gone`,
        href: `/orders/${movement.orderId}`,
      };
    case 'payment-refunded':
    case 'payment-disputed':
      return {
        what: `${movement.kind === 'payment-refunded' ? 'Refund' : 'Disputed payment'} returned to the card${owing(movement.debtMicros)}`,
        tokens: -movement.qty,
        ...(movement.rewardQty ? { rewardTokens: -movement.rewardQty } : {}),
        micros: dollars(movement.totalCents),
        href: `/orders/${movement.orderId}`,
      };
    case 'payment-reinstated':
      return {
        what: 'A refund or dispute was reversed: you got back what it had taken',
        tokens: movement.qty,
        micros: -dollars(movement.totalCents),
        href: `/orders/${movement.orderId}`,
      };
    case 'payment-recovered':
      return {
        what: 'Tokens that somebody had not paid for came back, and settled what a refund had missed',
        tokens: -movement.qty,
        href: `/orders/${movement.orderId}`,
      };
    case 'rewards-claimed':
      return { what: 'Claimed reward tokens', rewardTokens: movement.qty };
    case 'payout-requested':
      return {
        what: `Cash-out of ${movement.source === 'credits' ? 'earnings' : 'reward tokens'}`,
        micros: -dollars(movement.amountCents),
        href: '/cashout',
      };
    case 'payout-paid':
      return { what: `Cash-out paid, transfer ${movement.transferId}`, href: '/cashout' };
    case 'payout-returned':
      return {
        what: 'Cash-out could not be paid and was returned',
        micros: dollars(movement.amountCents),
        href: '/cashout',
      };
    case 'payout-reversed':
      return {
        what: 'Paid cash-out was reversed',
        micros: dollars(movement.amountCents),
        href: '/cashout',
      };
    case 'earned-before':
      return { what: 'Earned before this history begins', micros: movement.earnedMicros };
    case 'debt-paid':
      return { what: 'Debt paid from earnings', micros: -movement.paidMicros };
    case 'rest-waived':
      return {
        what: 'Given up to close the account',
        micros: -(movement.earnedMicros + movement.changeMicros),
        rewardTokens: -movement.rewardQty,
      };
    default:
      return datWords(movement, songOf);
  }
}

type DatMovement = Extract<RecordedMovement, { datId: string; at: number }>;

function datWords(movement: DatMovement, songOf: SongOf): MovementWords {
  const href = `/wallet/dat/${movement.datId}`;
  const song = songOf(movement.datId);
  if (movement.kind === 'stream-earnings' || movement.kind === 'stream-correction') {
    const { platform, date, earnedMicros } = movement;
    const where = `${song} on ${platformName(platform)}, ${formatDate(Date.parse(date))}`;
    const what =
      movement.kind === 'stream-earnings'
        ? `Streams of ${where}`
        : `Corrected streams of ${where}${owing(movement.debtMicros)}`;
    return { what, micros: earnedMicros, href };
  }
  const work = `#${movement.edition} of ${song}`;
  switch (movement.kind) {
    case 'edition-bought': {
      const { tokens, changeSpentMicros = 0, earnedMicros, priceCents, entryId } = movement;
      const change =
        changeSpentMicros > 0 ? `, ${formatMicros(changeSpentMicros)} of it from change` : '';
      return {
        what: `Bought ${work} for ${formatCents(priceCents)}${change}`,
        ...(tokens > 0 && { tokens: -tokens }),
        ...(earnedMicros !== undefined && { micros: earnedMicros }),
        href: receiptPath(entryId),
      };
    }
    case 'edition-sold':
      return {
        what: `Sold ${work} for ${formatCents(movement.priceCents)}`,
        micros: movement.earnedMicros,
        href,
      };
    case 'royalty':
      return {
        what: `Creator's share of the sale of ${work} for ${formatCents(movement.priceCents)}`,
        micros: movement.earnedMicros,
        href,
      };
    case 'edition-listed':
      return {
        what: `Listed ${work} for sale at ${formatCents(movement.askPriceCents ?? 0)}`,
        href,
      };
    case 'edition-unlisted':
      return { what: `Took ${work} off sale`, href };
    case 'edition-given':
      return { what: `Gave ${work} away`, href };
    case 'edition-received':
      return { what: `Was given ${work}`, href };
  }
}

/**
 * The filters of the history. Purchases, with their receipts, and movements of debts also belong to
 * other groups.
 */
export const movementGroups = [
  { name: 'purchases', text: 'Purchases', kinds: ['tokens-bought', 'edition-bought'] },
  {
    name: 'tokens',
    text: 'Tokens',
    kinds: [
      'tokens-bought',
      'tokens-sold',
      'tokens-listed',
      'tokens-unlisted',
      'payment-returned',
      'payment-refunded',
      'payment-disputed',
      'payment-reinstated',
      'payment-recovered',
    ],
  },
  {
    name: 'dats',
    text: 'DATS',
    kinds: [
      'edition-bought',
      'edition-sold',
      'edition-given',
      'edition-received',
      'edition-listed',
      'edition-unlisted',
      'royalty',
    ],
  },
  {
    name: 'streams',
    text: 'Streams',
    kinds: ['stream-earnings', 'stream-correction', 'earned-before'],
  },
  { name: 'rewards', text: 'Rewards', kinds: ['rewards-claimed'] },
  {
    name: 'cash-outs',
    text: 'Cash-outs',
    kinds: [
      'payout-requested',
      'payout-paid',
      'payout-returned',
      'payout-reversed',
      'debt-paid',
      'rest-waived',
    ],
  },
  {
    name: 'debts',
    text: 'Debts',
    kinds: debtKinds,
  },
] as const satisfies readonly {
  name: string;
  text: string;
  kinds: readonly MovementKind[];
}[];

export type MovementGroup = (typeof movementGroups)[number]['name'];
