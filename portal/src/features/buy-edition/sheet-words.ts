import type { EditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import { config } from '@datchain/shared/domain/config.ts';
import { formatCents, formatMicros, formatTokens } from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

/** What the sheet says of a purchase that can be made. */
export interface SheetWords {
  readonly facts: readonly Fact[];
  /** Says how much stays in the wallet. */
  readonly text: string;
  /** How the sums are made of tokens, for whoever opens it. */
  readonly arithmetic: string;
  /** What the button says. */
  readonly pay: string;
}

type Holding = EditionQuote['held'];

/** Tokens and the rest of a token count alike: both buy editions. */
const worthOf = ({ micros, changeMicros }: Holding): UsdMicros => micros + changeMicros;

const leftText = ({ left }: EditionQuote): string =>
  worthOf(left) > 0 ? `${formatMicros(worthOf(left))} stays in your wallet.` : '';

const COUNTED = 'Tokens count for what they first cost, the oldest first.';

/** Says how much is left, in tokens and the rest of a token. */
function leftTokens({ left }: EditionQuote): string {
  if (worthOf(left) === 0) return 'Nothing stays in your wallet.';
  const tokens = left.tokens > 0 ? ` (${formatTokens(left.tokens)})` : '';
  return `${formatMicros(worthOf(left))}${tokens} stays in your wallet.`;
}

const sentences = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' ');

/** What has to be paid by card, when what is held is not enough. */
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
      `The edition takes ${formatCents(priceCents)}.`,
      leftTokens(quote),
      COUNTED,
    ),
    pay: `Pay ${total} by card`,
  };
}

/** What is held is enough. */
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
      `The edition takes ${price}.`,
      leftTokens(quote),
      COUNTED,
    ),
    pay: `Buy for ${price} from your wallet`,
  };
}

/** The sheet of a purchase, as the server has quoted it (N-BUY-05). */
export const sheetWords = (quote: EditionQuote): SheetWords =>
  quote.card ? byCard(quote, quote.card) : withTokens(quote);

/** What a card that failed begins with, where nothing can have been charged. */
export const NOT_CHARGED = 'Your card was not charged.';

/**
 * What the sheet says of a payment that could not be begun; no card is asked for before.
 *
 * @param isOnline whether there was a network when it was tried
 */
export function cardFailure(message: string, isOnline: boolean): string {
  if (message.startsWith(NOT_CHARGED)) return message;
  const reason = isOnline
    ? message
    : 'You are offline, so nothing was sent. Try again when you are back.';
  return `${NOT_CHARGED} ${reason}`;
}

/** What the sheet says of tokens that could not be spent; offline nothing left the device. */
export const tokensFailure = (message: string, isOnline: boolean): string =>
  isOnline
    ? message
    : 'Purchase failed. You are offline, so nothing was sent, no tokens were spent, and nothing was charged. Try again when you are back.';
