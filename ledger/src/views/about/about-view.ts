import { cheapestBlock, stockedBlocks, type TokenBlock } from '@datchain/shared/domain/blocks.ts';
import { suggestedAskCents } from '@datchain/shared/domain/books/editions.ts';
import { config, rates, tiers } from '@datchain/shared/domain/config.ts';
import { formatCents, formatCount, formatMicrosUpTo3 } from '@datchain/shared/domain/format.ts';
import { applyPpm, centsToMicros, PPM, percentOfPpm } from '@datchain/shared/domain/money.ts';
import { formatStreamShare, WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import type { Cents, SharePpm, UsdMicros } from '@datchain/shared/domain/units.ts';

export interface ExampleLine {
  readonly what: string;
  readonly how: string;
  readonly amount: string;
}

export interface Split {
  readonly name: string;
  readonly parts: readonly { readonly name: string; readonly percent: number }[];
}

export interface AboutView {
  /** The prices that a release can have, '$10.00, $25.00, $50.00 or $100.00'. */
  readonly prices: string;
  /** Token blocks with stock, cheapest first; `height` is 0 to 100 of the dearest one. */
  readonly blocks: readonly {
    readonly id: string;
    readonly price: string;
    readonly height: number;
  }[];
  readonly example: readonly ExampleLine[];
  readonly exampleEnd: ExampleLine;
  readonly splits: readonly Split[];
  readonly fees: readonly { readonly name: string; readonly fee: string }[];
  readonly streamExample: string;
  readonly streamRates: string;
}

const exampleStreams = 100_000;

const percent = (ppm: SharePpm): string => `${percentOfPpm(ppm)}%`;

const signed = (micros: UsdMicros): string =>
  micros < 0 ? `−${formatMicrosUpTo3(-micros)}` : formatMicrosUpTo3(micros);

const orList = new Intl.ListFormat('en', { type: 'disjunction' });

const editionEarns = (streams: number): UsdMicros =>
  applyPpm(
    applyPpm(streams * rates.streamMicros.spotify, rates.streamSharePpm),
    rates.editionSharePpm,
  );

const rest = (...ppms: readonly SharePpm[]): SharePpm =>
  ppms.reduce((left, ppm) => left - ppm, PPM);

function splits(): Split[] {
  const { primarySale: first, editionResale: resale } = rates;
  const part = (name: string, ppm: SharePpm) => ({ name, percent: percentOfPpm(ppm) });
  return [
    {
      name: 'An edition, first sale',
      parts: [
        part('Artist', first.creatorPpm),
        part('datchain', first.platformPpm),
        part('Reward pool', rest(first.creatorPpm, first.platformPpm)),
      ],
    },
    {
      name: 'An edition, resold',
      parts: [
        part('Seller', resale.sellerPpm),
        part('Artist', resale.creatorPpm),
        part('datchain', resale.platformPpm),
        part('Reward pool', rest(resale.sellerPpm, resale.creatorPpm, resale.platformPpm)),
      ],
    },
  ];
}

const fees = () => [
  {
    name: 'Tokens bought from datchain',
    fee: `No fee. ${percent(rates.poolPpm)} goes to the reward pool; the rest is kept for the tokens.`,
  },
  {
    name: 'Tokens bought from another user',
    fee: `No fee on top. The seller gets ${percent(rates.tokenResale.sellerPpm)}.`,
  },
  {
    name: 'Streams',
    fee: `${percent(rates.streamSharePpm)} on top of what they earn: ${WHO_PAYS} Each edition gets ${formatStreamShare(rates.editionSharePpm)}, the artist the rest.`,
  },
  {
    name: 'Cashing out',
    fee: `No fee. From ${formatCents(config.minimumPayoutCents)}, usually ${rates.payoutDays} days after you earned it.`,
  },
  { name: 'Releasing a song', fee: 'No fee.' },
];

/**
 * The worked example: a fan buys an edition of a Silver release with tokens of one price, earns from streams, and
 * sells it.
 */
function example(tokenCents: Cents): { lines: ExampleLine[]; end: ExampleLine } {
  const priceCents = rates.editionPriceCents.Silver;
  const tokens = Math.ceil(priceCents / tokenCents);
  const paid = centsToMicros(tokens * tokenCents);
  const change = paid - centsToMicros(priceCents);
  const earned = editionEarns(exampleStreams);
  const askCents = suggestedAskCents(priceCents);
  const sold = applyPpm(centsToMicros(askCents), rates.editionResale.sellerPpm);
  const unsold = change + earned - paid;
  const gross = exampleStreams * rates.streamMicros.spotify;
  const lines = [
    {
      what: `Buys an edition for ${formatCents(priceCents)}`,
      how: `${formatCount(tokens)} tokens at ${formatCents(tokenCents)}, by card`,
      amount: signed(-paid),
    },
    {
      what: 'Keeps the change',
      how: `${formatCount(tokens)} tokens are worth ${formatMicrosUpTo3(paid)}`,
      amount: signed(change),
    },
    {
      what: `${formatCount(exampleStreams)} Spotify streams later`,
      how: `${formatMicrosUpTo3(gross)}, on which datchain pays ${percent(rates.streamSharePpm)}; ${formatStreamShare(rates.editionSharePpm)} is hers`,
      amount: signed(earned),
    },
    {
      what: `Sells the edition for ${formatCents(askCents)}`,
      how: `${percent(rates.editionResale.sellerPpm)} is hers; the artist gets ${percent(rates.editionResale.creatorPpm)}`,
      amount: signed(sold),
    },
  ].filter(({ what }) => change > 0 || what !== 'Keeps the change');
  const end = {
    what: 'In the end',
    how: `If nobody buys it, she is ${unsold < 0 ? `down ${formatMicrosUpTo3(-unsold)}` : `up ${formatMicrosUpTo3(unsold)}`}`,
    amount: signed(unsold + sold),
  };
  return { lines, end };
}

/** Builds the figures of /about from the configuration and the blocks (N-PPL-12). @param blocks may have no stock */
export function aboutView(blocks: readonly TokenBlock[]): AboutView {
  const stocked = stockedBlocks(blocks);
  const dearest = Math.max(0, ...stocked.map(({ priceCents }) => priceCents));
  const { lines, end } = example(cheapestBlock(blocks)?.priceCents ?? config.listingPriceCents.min);
  const { spotify, apple_music } = rates.streamMicros;
  return {
    prices: orList.format(tiers.map((tier) => formatCents(rates.editionPriceCents[tier]))),
    blocks: stocked.map(({ id, priceCents }) => ({
      id,
      price: formatCents(priceCents),
      height: Math.round((priceCents / dearest) * 100),
    })),
    example: lines,
    exampleEnd: end,
    splits: splits(),
    fees: fees(),
    streamExample: `At today’s rates, ${formatCount(exampleStreams)} Spotify streams earn one edition ${formatMicrosUpTo3(editionEarns(exampleStreams))}.`,
    streamRates: `${formatMicrosUpTo3(spotify)} to ${formatMicrosUpTo3(apple_music)}`,
  };
}
