import { rates } from './config.ts';
import { centsToMicros, partOf } from './money.ts';
import type { Cents, UsdMicros } from './units.ts';

/** Who gets what of an edition's price. */
export interface SaleParts {
  /** On a first sale the seller is the creator. */
  readonly seller: UsdMicros;
  /** The creator's royalty on a resale. */
  readonly creator: UsdMicros;
  readonly platform: UsdMicros;
  /** The rest: in the reward pool since the tokens were sold. */
  readonly pool: UsdMicros;
}

/** Parts an edition's price; they sum to it. Screen and server call this. */
export function saleParts(priceCents: Cents, isResale: boolean): SaleParts {
  const { primarySale, editionResale } = rates;
  const price = centsToMicros(priceCents);
  const seller = partOf(price, isResale ? editionResale.sellerPpm : primarySale.creatorPpm);
  const creator = isResale ? partOf(price, editionResale.creatorPpm) : 0;
  const { platformPpm } = isResale ? editionResale : primarySale;
  const platform = partOf(price, platformPpm);
  return { seller, creator, platform, pool: price - seller - creator - platform };
}
