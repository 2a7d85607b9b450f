import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { formatCents, formatTime, formatTokens, isOrAre } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';
import type { FollowedOrder } from '../../app/followed-order.ts';
import { returnedText } from '../../lib/text/returned-text.ts';
import { NOT_CHARGED } from './sheet-words.ts';

export type WantedEdition = NonNullable<OrderStatus['edition']>;

type Moment = Pick<FollowedOrder, 'now' | 'confirming' | 'slow' | 'cancelled' | 'stale'>;

export interface EditionOrderWords {
  readonly heading: string;
  readonly text: string;
  readonly steps: readonly Fact[];
  readonly isGoingOn: boolean;
}

const asking = 'We are asking Stripe whether you were charged.';

const steps = (name: string, payment: string, tokens: string, edition: string): Fact[] => [
  { label: 'Payment', value: payment },
  { label: 'Tokens', value: tokens },
  { label: name, value: edition },
];

const hasTime = ({ expiresAt }: OrderStatus, now: Millis): boolean => expiresAt > now;

function confirming(order: OrderStatus, name: string, { slow, stale }: Moment): EditionOrderWords {
  const isLate = slow || stale;
  return {
    heading: 'Waiting for Stripe',
    text: isLate
      ? `${asking} This page keeps checking; you are charged at most once.${slow ? ' If you did not pay, you can still do so, or cancel.' : ''}`
      : 'Stripe has not confirmed your payment yet. This takes a few seconds; you are charged at most once.',
    steps: steps(name, 'On its way', `Kept for you until ${formatTime(order.expiresAt)}`, 'Next'),
    isGoingOn: true,
  };
}

function unpaid(order: OrderStatus, name: string, moment: Moment): EditionOrderWords {
  const { now, cancelled } = moment;
  const kept = `${formatTokens(order.qty)} ${isOrAre(order.qty)} kept for you until ${formatTime(order.expiresAt)}.`;
  const left = cancelled ? 'You left Stripe before paying. ' : '';
  return {
    heading: 'Not paid',
    text: hasTime(order, now)
      ? `${left}${NOT_CHARGED} ${name} will be bought as soon as you pay. ${kept}`
      : `The time to pay has run out. ${asking}`,
    steps: [],
    isGoingOn: false,
  };
}

function paid(order: OrderStatus, edition: WantedEdition, name: string): EditionOrderWords {
  const { qty, total, settledAt } = order;
  const inWallet = `${formatTokens(qty)} ${isOrAre(qty)}`;
  const received = settledAt ? `Received, ${formatTime(settledAt)}` : 'Received';
  switch (edition.state) {
    case 'wanted':
      return {
        heading: 'Paid',
        text: `${formatCents(total)} arrived. ${inWallet} yours, and we are buying ${name} with ${qty === 1 ? 'it' : 'them'} now.`,
        steps: steps(name, received, `${qty} in your wallet`, 'Buying'),
        isGoingOn: true,
      };
    case 'bought':
      return {
        heading: `${name} is yours`,
        text: 'It is in your wallet, and its certificate is ready.',
        steps: [],
        isGoingOn: false,
      };
    case 'missed':
      return missed(order, edition, name, received);
  }
}

/** Counts the tokens of a paid order that were neither taken back nor already gone. */
export const tokensLeft = ({ qty, takenBack }: OrderStatus): number =>
  Math.max(0, qty - (takenBack ? takenBack.qty + takenBack.missingQty : 0));

function missed(
  order: OrderStatus,
  edition: WantedEdition,
  name: string,
  received: string,
): EditionOrderWords {
  const { total, refundedCents = 0 } = order;
  const back = refundedCents > 0 ? returnedText(order) : '';
  if (refundedCents >= total) {
    return {
      heading: 'Payment returned',
      text: `${name} was not bought. ${back}`,
      steps: [],
      isGoingOn: false,
    };
  }
  const left = tokensLeft(order);
  return {
    heading: isGone(edition) ? `${name} was sold to someone else` : `${name} was not bought`,
    text: [
      whyMissed(edition, name),
      back,
      left > 0 ? `Your ${formatTokens(left)} ${isOrAre(left)} in your wallet.` : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    steps: [{ label: 'Payment', value: received }],
    isGoingOn: false,
  };
}

/** Returns the reason; empty where the refunded amount already says it. */
function whyMissed(edition: WantedEdition, name: string): string {
  if (isGone(edition)) return `Someone bought ${name} while you paid.`;
  return /went back to the card/.test(edition.reason ?? '') ? '' : (edition.reason ?? '');
}

export const isGone = ({ reason }: WantedEdition): boolean =>
  reason === undefined || /already been sold/.test(reason);

/** Describes the progress of an order whose tokens are for an edition (N-BUY-06). */
export function editionOrderWords(
  order: OrderStatus,
  edition: WantedEdition,
  moment: Moment,
): EditionOrderWords {
  const name = `DAT #${edition.editionNumber}`;
  const still = { steps: [], isGoingOn: false };
  switch (order.state) {
    case 'reserved':
      return moment.confirming ? confirming(order, name, moment) : unpaid(order, name, moment);
    case 'settled':
      return paid(order, edition, name);
    case 'ended':
      return {
        heading: 'Not paid',
        text: `The order was cancelled, or its time ran out. ${NOT_CHARGED}`,
        ...still,
      };
    case 'refunded':
      return {
        heading: 'Payment returned',
        text: `${formatCents(order.total)} goes back to the card it came from, usually within 5 to 10 days. ${name} was not bought.`,
        ...still,
      };
    case 'review':
      return {
        heading: 'We are checking this payment',
        text: `The payment does not match the order, so one of us is checking it. You need not do anything, and nothing is lost. ${name} has not been bought yet.`,
        ...still,
      };
  }
}
