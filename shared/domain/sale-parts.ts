import { rates } from './config.ts';
import { applyPpm, centsToMicros, PPM, splitByWeight } from './money.ts';
import type { Cents, UsdMicros } from './units.ts';

export interface SaleParts {
  /** The seller's part; in a primary sale the seller is the creator. */
  readonly seller: UsdMicros;
  readonly creator: UsdMicros;
  readonly platform: UsdMicros;
  /** The pool's part, which is in the reward pool since the tokens were sold. */
  readonly pool: UsdMicros;
}

/** Splits an edition's price into whole cents by largest remainder (N-FIG-01), on screens and in the books. */
export function saleParts(priceCents: Cents, isResale: boolean): SaleParts {
  const { primarySale, editionResale, poolPpm } = rates;
  const { platformPpm } = isResale ? editionResale : primarySale;
  const [seller = 0, creator = 0, platform = 0, pool = 0] = splitByWeight(
    priceCents,
    isResale
      ? [editionResale.sellerPpm, editionResale.creatorPpm, platformPpm, poolPpm]
      : [primarySale.creatorPpm, 0, platformPpm, poolPpm],
  ).map(centsToMicros);
  return { seller, creator, platform, pool };
}

/** Returns the 90% of face that back it; the other 10% are in the reward pool. The two always sum to the face. */
export const backingOf = (faceMicros: UsdMicros): UsdMicros =>
  applyPpm(faceMicros, PPM - rates.poolPpm);
export const poolPartOf = (faceMicros: UsdMicros): UsdMicros => faceMicros - backingOf(faceMicros);

/** Splits the price of a user's sold tokens into whole cents; the platform gets the cent of a tie. */
export function tokenSaleParts(grossCents: Cents): { seller: UsdMicros; platform: UsdMicros } {
  const { sellerPpm, platformPpm } = rates.tokenResale;
  const [platform = 0, seller = 0] = splitByWeight(grossCents, [platformPpm, sellerPpm]).map(
    centsToMicros,
  );
  return { seller, platform };
}
