import { config, rates, type Tier } from '@datchain/shared/domain/config.ts';
import { formatCents, formatMicros, formatShare } from '@datchain/shared/domain/format.ts';
import { saleParts } from '@datchain/shared/domain/sale-parts.ts';
import { formatStreamShare, WHO_PAYS } from '@datchain/shared/domain/share-words.ts';

const { editionsPerDat } = config;

export const tierPrice = (tier: Tier): string => formatCents(rates.editionPriceCents[tier]);

/** Formats e.g. '20 editions at $50.00. Each gets 2.5% of the 5% paid on streams: …'. */
export const tierTerms = (tier: Tier): string =>
  `${editionsPerDat} editions at ${tierPrice(tier)}. Each gets ` +
  `${formatStreamShare(rates.editionSharePpm)} paid on streams: ${WHO_PAYS}`;

export function tierIncome(tier: Tier): string {
  const { seller } = saleParts(rates.editionPriceCents[tier], false);
  return (
    `The price of each of the ${editionsPerDat} editions. At ${tierPrice(tier)} you get ` +
    `${formatMicros(seller)} of each first sale, ${formatMicros(seller * editionsPerDat)} for ` +
    `all ${editionsPerDat}, and ${formatShare(rates.editionResale.creatorPpm)} of every resale. ` +
    'It cannot be changed later.'
  );
}
