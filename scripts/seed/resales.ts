import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { centsToMicros } from '@datchain/shared/domain/units.ts';
import { booksOf } from '../../functions/journal/books.ts';
import { Door } from '../../functions/journal/door.ts';
import { buyEditionEntry } from '../../functions/journal/entries/editions.ts';
import type { Services } from '../../functions/services.ts';
import { seeded } from '../demo-world/seeded.ts';
import type { DemoPerson, DemoWorld } from '../demo-world/types.ts';

const DAY_MS = 86_400_000;
const MOST = 12;

/** An edition that somebody bought of the fan who offered it. */
export interface Resale {
  readonly datId: string;
  readonly number: number;
  readonly buyerUid: string;
  readonly askCents: number;
  readonly atMs: number;
}

/** People whose wallets and earnings stay as the demo world tells them. */
const staysAsTold = ({ email }: DemoPerson): boolean => email.endsWith('@dats.test');

/** What fans can spend, in micros: those who deal in tokens keep theirs. */
function purses(world: DemoWorld): Map<string, number> {
  const purse = new Map<string, number>();
  const dealers = new Set(world.tokenListings.map(({ sellerUid }) => sellerUid));
  const spenders = world.fans.filter((fan) => !staysAsTold(fan) && !dealers.has(fan.uid));
  for (const { uid } of spenders) {
    const lots = world.lots.filter((lot) => lot.uid === uid);
    purse.set(
      uid,
      lots.reduce((sum, { faceMicros }) => sum + faceMicros, 0),
    );
  }
  return purse;
}

/** Some of the offered resales have found a buyer: which, whom and when, oldest first. */
export function resalesOf(world: DemoWorld): Resale[] {
  const chance = seeded('resales');
  const purse = purses(world);
  const told = new Set([...world.artists, ...world.fans].filter(staysAsTold).map(({ uid }) => uid));
  const artistOf = new Map(world.dats.map(({ id, artistUid }) => [id, artistUid]));
  const resales: Resale[] = [];
  for (const { datId, editionNumber, sellerUid, askPriceCents, atMs } of world.editionListings) {
    const ends = Math.min(world.todayMs - DAY_MS, atMs + 40 * DAY_MS);
    const isTold = told.has(sellerUid) || told.has(artistOf.get(datId) ?? '');
    if (resales.length === MOST || isTold || ends <= atMs + DAY_MS || chance.chance(0.3)) continue;
    // A dollar to spare, for the fractions of a token that a spend rounds up.
    const cost = centsToMicros(askPriceCents + 100);
    const able = [...purse].filter(([uid, micros]) => uid !== sellerUid && micros >= cost);
    if (able.length === 0) continue;
    const [buyerUid, micros] = chance.pick(able);
    purse.set(buyerUid, micros - cost);
    resales.push({
      datId,
      number: editionNumber,
      buyerUid,
      askCents: askPriceCents,
      atMs: Math.floor(chance.between(atMs + DAY_MS, ends)),
    });
  }
  return resales.sort((a, b) => a.atMs - b.atMs);
}

/** The world as its public rows show it once these editions have changed hands. */
export function afterResales(world: DemoWorld, resales: readonly Resale[]): DemoWorld {
  const sold = new Map(resales.map((resale) => [`${resale.datId} ${resale.number}`, resale]));
  const dats = world.dats.map((dat) => ({
    ...dat,
    editions: dat.editions.map((edition) => {
      const resale = sold.get(`${dat.id} ${edition.number}`);
      if (!resale) return edition;
      const { buyerUid, askCents } = resale;
      const owned = { ownerUid: buyerUid, buyerUid, priceCents: askCents };
      return { ...edition, ...owned, isForSale: false, askPriceCents: null };
    }),
  }));
  return { ...world, dats };
}

/** Buys them as their buyers did, by the real entries, each at its own time. */
export async function commitResales(
  resales: readonly Resale[],
  { store, projector }: Pick<Services, 'store' | 'projector'>,
): Promise<void> {
  for (const { datId, number, buyerUid, askCents, atMs } of resales) {
    const books = booksOf(new Door(store, { now: () => atMs }), projector);
    const sale = buyEditionEntry({ datId, number, version: 1 }, buyerUid, askCents);
    const outcome = await books.commit(sale);
    if (isRefusal(outcome)) throw new Error(`${sale.id}: ${outcome.message}`);
  }
}
