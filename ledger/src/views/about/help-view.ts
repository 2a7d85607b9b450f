import { config, rates } from '@datchain/shared/domain/config.ts';
import { formatCents, formatMicrosUpTo3 } from '@datchain/shared/domain/format.ts';
import { percentOfPpm } from '@datchain/shared/domain/money.ts';
import { formatStreamShare, WHO_PAYS } from '@datchain/shared/domain/share-words.ts';

export interface Question {
  readonly question: string;
  readonly answer: string;
  readonly link?: { readonly label: string; readonly href: string };
}

/** The ten questions a newcomer asks, answered from the configuration (N-PPL-12). */
export const questions = (): Question[] => [
  {
    question: 'What is a DAT?',
    answer: `A song released in up to ${config.editionsPerDat} numbered editions. You own an edition, such as DAT #5, and a share of what the song’s streams earn.`,
    link: { label: 'About', href: '/about' },
  },
  {
    question: 'How do I buy an edition?',
    answer:
      'Open a work, choose Buy and pay by card. The payment buys the tokens you need and the tokens buy the edition, even if you close the page.',
    link: { label: 'See what is for sale', href: '/dats' },
  },
  {
    question: 'Why tokens?',
    answer:
      'Every edition is paid for with tokens, so every sale is in the same books. You can buy them ahead, spend them on any edition, or sell them to other users.',
    link: { label: 'Token blocks', href: '/home' },
  },
  {
    question: 'What is the least I can pay?',
    answer: `A card payment is at least ${formatCents(config.minimumOrderCents.block)} when you buy an edition or from a block, and ${formatCents(config.minimumOrderCents.marketplace)} in the marketplace. Tokens you do not need stay in your wallet.`,
  },
  {
    question: 'What will my edition earn?',
    answer: `It gets ${formatStreamShare(rates.editionSharePpm)} paid on its streams: ${WHO_PAYS} A Spotify stream counts as ${formatMicrosUpTo3(rates.streamMicros.spotify)}, so most editions earn cents. No one can promise more.`,
    link: { label: 'Risks', href: '/risks' },
  },
  {
    question: 'When do I see my earnings, and how do I get them?',
    answer: `A day of streams shows in your wallet about two days later. After ${rates.payoutDays} days you can usually cash it out: at least ${formatCents(config.minimumPayoutCents)}, no fee. Stripe asks for your bank details once.`,
  },
  {
    question: 'Can I sell my edition?',
    answer: `Yes, once all editions of the work are sold. You choose the price and get ${percentOfPpm(rates.editionResale.sellerPpm)}% of it; the artist gets ${percentOfPpm(rates.editionResale.creatorPpm)}%.`,
  },
  {
    question: 'Can I get my money back?',
    answer:
      'A payment can be refunded, and then what it bought is taken back. Tokens that you have not spent are not refunded by us, but you can sell them to other users.',
    link: { label: 'Terms', href: '/terms' },
  },
  {
    question: 'Who can see what I own?',
    answer:
      'Everyone, under your username: holder lists, certificates and the public log are public. You can hide your name under Account. Your e-mail address is never shown.',
  },
  {
    question: 'How do I know that this is true?',
    answer:
      'Every release and sale is a line in a signed public log, and the books are published each day. You can check both in your browser.',
    link: { label: 'Verify', href: '/verify' },
  },
];
