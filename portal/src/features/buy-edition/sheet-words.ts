import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import { config } from '@datchain/shared/domain/config.ts';
import { formatCents, formatMicros, formatTokens } from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

export interface SheetWords {
  readonly facts: readonly Fact[];
  readonly text: string;
  readonly arithmetic: string;
  readonly pay: string;
}

type Holding = EditionQuote['held'];

/** Adds tokens and change: both buy editions. */
const worthOf = ({ micros, changeMicros }: Holding): UsdMicros => micros + changeMicros;

const leftText = ({ left }: EditionQuote): string =>
  worthOf(left) > 0 ? `${formatMicros(worthOf(left))} stays in your wallet.` : '';

const COUNTED = 'Tokens count for what they first cost, the oldest first.';

function leftTokens({ left }: EditionQuote): string {
  if (worthOf(left) === 0) return 'Nothing stays in your wallet.';
  const tokens = left.tokens > 0 ? ` (${formatTokens(left.tokens)})` : '';
  return `${formatMicros(worthOf(left))}${tokens} stays in your wallet.`;
}

const sentences = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' ');

function byCard(quote: EditionQuote, card: NonNullable<EditionQuote['card']>): SheetWords {
  const { priceCents, held } = quote;
  const { tokenCents, needed, qty, totalCents } = card;
  const total = formatCents(totalCents);
  const price = centsToMicros(priceCents);
  const heldMicros = worthOf(held);
  // Tokens of sellers may be worth more or less than their price.
  const boughtMicros = price + worthOf(quote.left) - heldMicros;
  const minimum = formatCents(config.minimumOrderCents.block);
  const bought = `${formatTokens(qty)} at ${formatCents(tokenCents)} ${qty === 1 ? 'counts' : 'count'} for ${formatMicros(boughtMicros)}.`;
  return {
    facts: [
      { label: 'Price', value: formatCents(priceCents) },
      {
        label: 'From your wallet',
        value: heldMicros > 0 ? `−${formatMicros(heldMicros)}` : formatMicros(0),
      },
      { label: 'Still missing', value: formatMicros(price - heldMicros) },
      { label: 'You pay now', value: total, total: true },
    ],
    text: sentences(
      qty > needed ? `Card payments start at ${minimum}, so you pay ${total}.` : '',
      leftText(quote),
    ),
    arithmetic: sentences(
      heldMicros > 0
        ? `Your wallet counts for ${formatMicros(heldMicros)}${held.tokens > 0 ? ` (${formatTokens(held.tokens)})` : ''}.`
        : '',
      bought,
      heldMicros > 0 ? `Together that is ${formatMicros(heldMicros + boughtMicros)}.` : '',
      `The edition costs ${formatCents(priceCents)}.`,
      leftTokens(quote),
      COUNTED,
    ),
    pay: `Pay ${total} by card`,
  };
}

function withTokens(quote: EditionQuote): SheetWords {
  const { held, left, spent } = quote;
  const price = formatCents(quote.priceCents);
  const tokens = spent.tokens > 0 ? ` (${formatTokens(spent.tokens)})` : '';
  return {
    facts: [
      { label: 'Price', value: price },
      { label: 'Left in your wallet', value: formatMicros(worthOf(left)) },
      { label: `You pay from your wallet${tokens}`, value: price, total: true },
    ],
    text: sentences(
      'Nothing is charged to your card.',
      worthOf(left) > 0 ? 'What is left over stays in your wallet.' : '',
    ),
    arithmetic: sentences(
      `Your wallet counts for ${formatMicros(worthOf(held))} (${formatTokens(held.tokens)}).`,
      `The edition costs ${price}.`,
      leftTokens(quote),
      COUNTED,
    ),
    pay: `Buy for ${price} from your wallet`,
  };
}

/** Describes a purchase as the server has quoted it (N-BUY-05). */
export const sheetWords = (quote: EditionQuote): SheetWords =>
  quote.card ? byCard(quote, quote.card) : withTokens(quote);

/** Begins every card failure after which nothing can have been charged. */
export const NOT_CHARGED = 'Your card was not charged.';

/**
 * Describes a card payment that failed to start; no card was asked for yet.
 *
 * @param isOnline whether there was a network at the time
 */
export function cardFailure(message: string, isOnline: boolean): string {
  if (message.startsWith(NOT_CHARGED)) return message;
  const reason = isOnline
    ? message
    : 'You are offline, so nothing was sent. Try again when you are back.';
  return `${NOT_CHARGED} ${reason}`;
}

export const tokensFailure = (message: string, isOnline: boolean): string =>
  isOnline
    ? message
    : 'Purchase failed. You are offline, so nothing was sent, no tokens were spent, and nothing was charged. Try again when you are back.';
