import { live } from '@datchain/shared/contracts/paths.ts';
import { isSoldOutGuard } from '@datchain/shared/domain/books/editions.ts';
import type { DatGuard, EditionState } from '@datchain/shared/domain/books/guards.ts';
import type { PublicName, SummaryChange } from '../stores/asset-summaries.ts';

type Names = ReadonlyMap<string, PublicName>;

const shownPrice = (edition: EditionState): number => edition.askPriceCents ?? edition.priceCents;

/** Everybody whose name appears with a DAT's editions. */
export const ownersOf = (dat: DatGuard): string[] => [
  ...new Set(dat.editions.map(({ ownerUid }) => ownerUid)),
];

/** A DAT's editions as its public summary row shows them (SPEC §3). */
export const summaryOf = (dat: DatGuard, names: Names): SummaryChange => ({
  id: dat.id,
  SoldOut: isSoldOutGuard(dat),
  editions: dat.editions.map((edition) => ({
    edition: edition.number,
    price: shownPrice(edition) / 100,
    isForSale: edition.askPriceCents !== null,
    royalties: edition.sharePpm / 10_000,
    currentOwnerId: edition.ownerUid,
    username: names.get(edition.ownerUid)?.username ?? '',
    profileImageUrl: names.get(edition.ownerUid)?.profileImageUrl ?? '',
  })),
  ownedEditions: dat.editions
    .filter(({ ownerUid }) => ownerUid !== dat.creatorUid)
    .map(({ number }) => number),
  // A row that never was taken down needs no word of it.
  ...(dat.takedownVersion === undefined ? {} : { takenDown: dat.takenDown ?? null }),
});

/**
 * The live overlay of a DAT's static page: price, offer and owner of each edition, and whether it is
 * taken down. `wasSold` tells a resale from a first sale, whose price is parted otherwise. It names
 * nobody by uid, as nothing that is published does.
 */
export const liveOf = (dat: DatGuard, names: Names): Record<string, unknown> => ({
  [live.datLive(dat.id)]: {
    ...Object.fromEntries(
      dat.editions.map((edition) => [
        edition.number,
        {
          priceCents: shownPrice(edition),
          isForSale: edition.askPriceCents !== null,
          wasSold: edition.wasSold,
          isWithCreator: edition.ownerUid === dat.creatorUid,
          username: names.get(edition.ownerUid)?.username ?? '',
          profileImageUrl: names.get(edition.ownerUid)?.profileImageUrl ?? '',
        },
      ]),
    ),
    ...(dat.takenDown ? { takenDown: { ...dat.takenDown } } : {}),
  },
});
