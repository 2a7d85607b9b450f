import { rates } from './config.ts';
import { type Cents, centsToMicros, type UsdMicros } from './units.ts';

const PPM = 1_000_000;

/** A part of an amount in whole micros, rounded down. */
export const partOf = (micros: UsdMicros, ppm: number): UsdMicros =>
  Number((BigInt(micros) * BigInt(ppm)) / BigInt(PPM));

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
