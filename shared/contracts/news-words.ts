import { earningsPayIt } from '../domain/books/debts.ts';
import { rates } from '../domain/config.ts';
import {
  formatCents,
  formatDate,
  formatMicros,
  formatMonth,
  formatShare,
  formatTokens,
  formatUsdUpTo3,
} from '../domain/format.ts';
import { inBankBy } from '../domain/payout.ts';
import { contactAddress } from '../domain/site.ts';
import type { UsdMicros } from '../domain/units.ts';
import type { News } from './documents/notification.ts';

export interface NewsWords {
  readonly title: string;
  readonly detail: string;
  readonly link: { readonly href: string; readonly label: string };
}

type SongOf = (datId: string) => string;

interface Debt {
  readonly debtMicros: UsdMicros;
  readonly excessMicros?: UsdMicros | undefined;
}

function owing({ debtMicros, excessMicros = 0 }: Debt): string {
  const excess = Math.min(excessMicros, debtMicros);
  const gone = debtMicros - excess;
  const goneText = `You owe ${formatMicros(gone)} for tokens that were already spent or sold`;
  const because = 'because more went back to the card than you paid';
  if (gone > 0 && excess > 0) {
    return ` ${goneText}, and ${formatMicros(excess)} ${because}. Earnings pay both first.`;
  }
  if (gone > 0) return ` ${goneText}. ${earningsPayIt}.`;
  return excess > 0 ? ` You owe ${formatMicros(excess)} ${because}. ${earningsPayIt}.` : '';
}

const toAnswer = `To answer, write to ${contactAddress}.`;

const because = (reason: string): string => `Reason: ${reason.replace(/[.\s]+$/, '')}.`;

const wallet = { href: '/wallet/earnings', label: 'See your earnings' };
const cashout = { href: '/cashout', label: 'See your payouts' };

/** Writes a notification for its reader; every amount is the reader's own. */
export function newsWords(news: News, entryId: string, songOf: SongOf): NewsWords {
  switch (news.kind) {
    case 'tokens-bought':
    case 'payment-returned':
    case 'payment-refunded':
    case 'payment-disputed':
    case 'payment-reinstated':
      return paymentWords(news, songOf);
    case 'payout-paid':
    case 'payout-returned':
    case 'payout-reversed':
      return payoutWords(news);
    case 'application-decided':
      return news.isAllowed
        ? {
            title: 'You can release now',
            detail: `We listened to your music. ${news.reason}`.trim(),
            link: { href: '/release', label: 'Release a work' },
          }
        : {
            title: 'You cannot release yet',
            detail: `${news.reason} ${toAnswer}`,
            link: { href: '/desk/apply', label: 'See your application' },
          };
    case 'tokens-sold':
      return {
        title: `${formatTokens(news.qty)} of yours ${news.qty === 1 ? 'is' : 'are'} sold`,
        detail: `${formatMicros(news.earnedMicros)} is yours: ${formatShare(rates.tokenResale.sellerPpm)} of ${formatMicros(news.grossMicros)}.`,
        link: wallet,
      };
    case 'confirm':
      return {
        title: 'Confirm your e-mail address',
        detail: 'Open this link once. Then you can sell, release and cash out.',
        link: { href: news.backTo, label: 'Confirm my address' },
      };
    case 'password-forgotten':
      return {
        title: 'Choose a new password',
        detail:
          'The link works once, for an hour. Your old password works until you choose a new one.',
        link: { href: '/login', label: 'Choose a password' },
      };
    case 'username-changed':
      return {
        title: `Your username is @${news.to} now`,
        detail: `@${news.from} is the name of a file or a page of this site, so it could not stay.`,
        link: { href: '/account', label: 'See your account' },
      };
    case 'login-restored':
      return {
        title: 'Your account could not be deleted',
        detail: `${news.reasons.join(' ')} Choose a new password, log in and settle that first.`,
        link: { href: '/login', label: 'Log in' },
      };
    case 'closing-undone':
      return {
        title: 'Your account was not deleted',
        detail: `${news.reasons.join(' ') || 'What was left on it has changed.'} You can log in again. Settle this first, then delete it.`,
        link: { href: '/account', label: 'See your account' },
      };
    case 'statement':
      return {
        title: `You earned ${formatUsdUpTo3(news.earnedMicros / 1_000_000)} in ${formatMonth(news.month)}`,
        detail: 'Your statement shows every line of it. You can save it as PDF or CSV.',
        link: {
          href: `/wallet/earnings?period=${news.month}`,
          label: 'See your statement',
        },
      };
    default:
      return workWords(news, entryId, songOf);
  }
}

type OfPayment = Extract<News, { orderId: string }>;

type OfReturn = Extract<
  News,
  { kind: 'payment-refunded' | 'payment-disputed' | 'payment-reinstated' }
>;

function partOfPayment({ totalCents, paymentCents = totalCents }: OfReturn): string {
  const payment = `payment of ${formatCents(paymentCents)}`;
  return totalCents < paymentCents
    ? `${formatCents(totalCents)} of your ${payment}`
    : `Your ${payment}`;
}

/** Formats ' They are for DAT #4 of Salt on the Wires.'; '' if the payment named no edition. */
function purposeText(
  { datId, edition }: Extract<News, { kind: 'tokens-bought' }>,
  songOf: SongOf,
): string {
  return datId === undefined ? '' : ` They are for DAT #${edition} of ${songOf(datId)}.`;
}

function paymentWords(news: OfPayment, songOf: SongOf): NewsWords {
  const link = { href: `/orders/${news.orderId}`, label: 'See the order' };
  const total = formatCents(news.totalCents);
  switch (news.kind) {
    case 'tokens-bought':
      return {
        title: `Receipt for ${formatTokens(news.qty)}`,
        detail: `You paid ${total} by card for ${formatTokens(news.qty)} at ${formatCents(news.priceCents)} each.${purposeText(news, songOf)}`,
        link,
      };
    case 'payment-returned':
      return {
        title: `${total} goes back to your card`,
        detail: 'The payment arrived too late, and the tokens were gone.',
        link,
      };
    default:
      return { ...returnWords(news), link };
  }
}

function returnWords(news: OfReturn): Omit<NewsWords, 'link'> {
  const { kind, qty, debtMicros } = news;
  const payment = partOfPayment(news);
  switch (kind) {
    case 'payment-refunded': {
      const back = qty === 0 ? 'No tokens went back.' : `${formatTokens(qty)} went back.`;
      return { title: `${payment} was refunded`, detail: `${back}${owing(news)}` };
    }
    case 'payment-disputed': {
      const back =
        qty === 0
          ? 'No tokens went back while your bank decides.'
          : `${formatTokens(qty)} went back until your bank has decided.`;
      return { title: `${payment} is disputed`, detail: `${back}${owing(news)}` };
    }
    case 'payment-reinstated': {
      const back =
        qty === 0
          ? 'No tokens came back.'
          : `You got back ${formatTokens(qty)}, which the refund or dispute had taken.`;
      const less = debtMicros < 0 ? ` You owe ${formatMicros(-debtMicros)} less.` : '';
      return { title: `${payment} is valid again`, detail: `${back}${less}` };
    }
  }
}

function payoutWords(news: Extract<News, { payoutId: string }>): NewsWords {
  const amount = formatCents(news.amountCents);
  switch (news.kind) {
    case 'payout-paid':
      return {
        title: `${amount} was sent to your bank`,
        detail: `Usually there by ${formatDate(inBankBy(news.at))}. Transfer ${news.transferId} at Stripe.`,
        link: cashout,
      };
    case 'payout-returned':
      return {
        title: `${amount} could not be paid out`,
        detail: 'It is in your earnings again. Check your bank details and try again.',
        link: cashout,
      };
    case 'payout-reversed':
      return {
        title: `Your payout of ${amount} came back`,
        detail: 'It is in your earnings again.',
        link: cashout,
      };
  }
}

function workWords(
  news: Extract<News, { datId: string }>,
  entryId: string,
  songOf: SongOf,
): NewsWords {
  const song = songOf(news.datId);
  if (news.kind === 'released') {
    return {
      title: `${song} is released`,
      detail: 'Its page is public, and its editions are for sale.',
      link: { href: `/viewdat/${news.datId}`, label: 'See its page' },
    };
  }
  if (news.kind === 'taken-down' || news.kind === 'restored') {
    const link = { href: `/viewdat/${news.datId}`, label: 'See its page' };
    const why = because(news.reason);
    return news.kind === 'restored'
      ? {
          title: `${song} is public again`,
          detail: `${why} It can be bought, sold and played again.`,
          link,
        }
      : {
          title: `${song} was taken down`,
          detail: `${why} Nobody can buy, sell or play it until it is restored. ${toAnswer}`,
          link,
        };
  }
  if (news.kind === 'report-decided') {
    const outcomes = {
      kept: `Your report of ${song} is closed: the work stays`,
      'taken-down': `${song}, which you reported, was taken down`,
      restored: `${song}, which you reported, is public again`,
    };
    return {
      title: outcomes[news.outcome],
      detail: `${because(news.reason)} ${toAnswer}`,
      link: { href: `/viewdat/${news.datId}`, label: 'See its page' },
    };
  }
  if (news.kind === 'artist-released') {
    return {
      title: `${news.artist} released ${song}`,
      detail: `You follow ${news.artist}. Editions are for sale.`,
      link: { href: `/viewdat/${news.datId}`, label: 'See its page' },
    };
  }
  if (news.kind === 'for-sale') {
    return {
      title: `An edition of ${song} is for sale`,
      detail: 'You asked for this alert. Someone else may buy it first.',
      link: { href: `/viewdat/${news.datId}`, label: 'See its page' },
    };
  }
  const edition = `DAT #${news.edition} of ${song}`;
  if (news.kind === 'outbid') {
    return {
      title: `${edition} is offered for less than yours`,
      detail: `It costs ${formatCents(news.askPriceCents)}; your DAT #${news.ownEdition} costs ${formatCents(news.ownPriceCents)}.`,
      link: { href: `/wallet/dat/${news.datId}`, label: `See ${song}` },
    };
  }
  const link = { href: `/wallet/dat/${news.datId}`, label: `See ${song}` };
  if (news.kind === 'edition-received') {
    return news.isReturned
      ? {
          title: `${edition} is yours again`,
          detail: 'Its owner closed their account and gave it back to you.',
          link,
        }
      : {
          title: `${edition} is yours`,
          detail: 'Its owner closed their account and gave it to you. It cost you nothing.',
          link,
        };
  }
  const price = formatCents(news.priceCents);
  switch (news.kind) {
    case 'edition-bought':
      return {
        title: `${edition} is yours`,
        detail: `You bought it for ${price}.`,
        link: {
          href: `/wallet/receipt/${encodeURIComponent(entryId)}`,
          label: 'See the receipt',
        },
      };
    case 'edition-sold':
      return {
        title: `${edition} is sold`,
        detail: `${formatMicros(news.earnedMicros)} of ${price} is yours.`,
        link,
      };
    case 'royalty':
      return {
        title: `${edition} was resold`,
        detail: `${formatMicros(news.earnedMicros)} of ${price} is yours, as its artist.`,
        link,
      };
  }
}
