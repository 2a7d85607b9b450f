import type { EditionQuote } from '@datchain/shared/contracts/calls.ts';
import {
  formatCents,
  formatCount,
  formatMicros,
  formatTokens,
  isOrAre,
} from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

/** What the sheet says of a purchase that can be made. */
export interface SheetWords {
  readonly facts: readonly Fact[];
  /** What goes and what stays. */
  readonly text: string;
  /** What the button says. */
  readonly pay: string;
}

type Holding = Pick<EditionQuote['held'], 'tokens' | 'micros'>;

const worth = ({ tokens, micros }: Holding): string =>
  tokens === 0 ? formatTokens(0) : `${formatTokens(tokens)}, ${formatMicros(micros)}`;

const held = ({ held }: EditionQuote): Fact[] => [
  { label: 'You hold', value: worth(held) },
  ...(held.changeMicros > 0
    ? [{ label: 'Your change', value: formatMicros(held.changeMicros) }]
    : []),
];

/** What is in the wallet afterwards, as the subject of a sentence; undefined when nothing is. */
function whatStays({ left }: EditionQuote): string | undefined {
  const change = left.changeMicros > 0 ? formatMicros(left.changeMicros) : undefined;
  if (left.tokens === 0) return change && `${change} stays`;
  const tokens = `${formatTokens(left.tokens)}, worth ${formatMicros(left.micros)},`;
  if (change) return `${tokens} and ${change} stay`;
  return `${tokens} ${left.tokens === 1 ? 'stays' : 'stay'}`;
}

/** The wallet shows tokens by the prices of their blocks, too, which may be others (N-EXP-05). */
const ISSUED = 'Tokens count at their value when issued, oldest first.';

/** What has to be paid by card, when what is held is not enough. */
function byCard(quote: EditionQuote, card: NonNullable<EditionQuote['card']>): SheetWords {
  const { priceCents } = quote;
  const { tokenCents, needed, qty, totalCents } = card;
  const at = `at ${formatCents(tokenCents)}`;
  const total = formatCents(totalCents);
  const heldMicros = quote.held.micros + quote.held.changeMicros;
  // Tokens of sellers may be worth more or less than their price.
  const boughtMicros =
    centsToMicros(priceCents) + quote.left.micros + quote.left.changeMicros - heldMicros;
  const inAll = heldMicros > 0 ? Math.ceil(priceCents / tokenCents) : needed;
  const stays = whatStays(quote);
  const takes = `The edition costs ${formatCents(priceCents)}${stays ? `, and ${stays} in your wallet.` : '.'}`;
  return {
    facts: [
      { label: 'Price', value: formatCents(priceCents) },
      { label: 'That is', value: `${formatTokens(inAll)} ${at}` },
      ...held(quote),
      ...(heldMicros > 0
        ? [{ label: 'You need', value: `${formatCount(needed)} more, ${at}` }]
        : []),
      ...(qty > needed
        ? [{ label: 'Smallest card payment', value: `${formatTokens(qty)}, ${total}` }]
        : []),
      { label: 'You pay by card', value: total, total: true },
    ],
    text:
      heldMicros === 0
        ? `${formatTokens(qty)} ${isOrAre(qty)} worth ${formatMicros(boughtMicros)}. ${takes}`
        : `Your tokens are spent too: ${formatMicros(heldMicros)} and ${formatMicros(boughtMicros)} make ${formatMicros(heldMicros + boughtMicros)}. ${takes}${quote.held.tokens > 0 ? ` ${ISSUED}` : ''}`,
    pay: `Pay ${total} by card`,
  };
}

/** What goes of the wallet: tokens, change, or both. */
export const spentText = ({ tokens, changeMicros }: EditionQuote['spent']): string =>
  [
    ...(tokens > 0 ? [formatTokens(tokens)] : []),
    ...(changeMicros > 0 ? [`${formatMicros(changeMicros)} of change`] : []),
  ].join(' + ');

/** What is held is enough. */
function withTokens(quote: EditionQuote): SheetWords {
  const { left, spent } = quote;
  const spentWords = spentText(spent);
  return {
    facts: [
      { label: 'Price', value: formatCents(quote.priceCents) },
      ...held(quote),
      { label: 'You keep', value: worth(left) },
      { label: 'You pay', value: spentWords, total: true },
    ],
    text: [
      `Nothing is charged to your card. ${ISSUED}`,
      ...(left.changeMicros > 0
        ? [
            `${formatMicros(left.changeMicros)} stays in your wallet as change and is spent first next time.`,
          ]
        : []),
      ...(left.tokens > 0 && left.changeMicros === 0
        ? ['Any value beyond the price stays with the tokens you keep.']
        : []),
    ].join(' '),
    pay: `Buy for ${spentWords}`,
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
