import {
  type SummaryChange,
  storeEdition,
} from '@datchain/shared/contracts/documents/asset-summary-writer.ts';
import type { StoredHistory } from '@datchain/shared/contracts/documents/dat-history.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isProfilePicture } from '@datchain/shared/contracts/profile-picture.ts';
import { isSoldOutGuard } from '@datchain/shared/domain/books/editions.ts';
import type { DatGuard, EditionState } from '@datchain/shared/domain/books/guards.ts';
import { type DatEvent, historyLines, listPeople } from '@datchain/shared/domain/dat-events.ts';
import type { RecordingFacts } from '@datchain/shared/domain/recording-facts.ts';
import type { Data } from '../stores/document-store.ts';
import type { PublicNames } from '../stores/public-names.ts';

const shownPrice = (edition: EditionState): number => edition.askPriceCents ?? edition.priceCents;

export const namedWith = (dat: DatGuard, events: readonly DatEvent[]): string[] => [
  ...new Set([
    dat.creatorUid,
    ...dat.editions.map(({ ownerUid }) => ownerUid),
    ...listPeople(events),
  ]),
];

function nameOwner(dat: DatGuard, { ownerUid }: EditionState, names: PublicNames) {
  const { username, profileImageUrl } = names.on(dat).of(ownerUid);
  return { username, profileImageUrl };
}

/** Names an owner without a picture address that contains their uid; pages have copies of such pictures. */
function nameLiveOwner(dat: DatGuard, edition: EditionState, names: PublicNames) {
  const { username, profileImageUrl } = nameOwner(dat, edition, names);
  return { username, profileImageUrl: isProfilePicture(profileImageUrl) ? '' : profileImageUrl };
}

function nameCreator(dat: DatGuard, names: PublicNames): Pick<SummaryChange, 'creatorUsername'> {
  const { username } = names.on(dat).of(dat.creatorUid);
  return username === '' ? {} : { creatorUsername: username };
}

/** Makes a DAT's public summary row: its editions and the facts of its recording (R-DB-01). */
export const makeSummaryRow = (
  dat: DatGuard,
  names: PublicNames,
  facts?: RecordingFacts,
): SummaryChange => ({
  id: dat.id,
  SoldOut: isSoldOutGuard(dat),
  // Kept current, because the picture may change after the release (N-INP-08).
  creatorProfileURL: names.on(dat).of(dat.creatorUid).profileImageUrl,
  editions: dat.editions.map((edition) => ({
    ...storeEdition({
      ...edition,
      priceCents: shownPrice(edition),
      isForSale: edition.askPriceCents !== null,
    }),
    currentOwnerId: names.on(dat).of(edition.ownerUid).id,
    ...nameOwner(dat, edition, names),
  })),
  ownedEditions: dat.editions
    .filter(({ ownerUid }) => ownerUid !== dat.creatorUid)
    .map(({ number }) => number),
  // A creator keeps the name in the row, unless it could not stay.
  ...nameCreator(dat, names),
  ...(dat.takedownVersion === undefined ? {} : { takenDown: dat.takenDown ?? null }),
  ...(names.on(dat).of(dat.creatorUid).isGone ? { isCreatorGone: true as const } : {}),
  ...(facts === undefined ? {} : { recordingFacts: facts }),
});

/**
 * Makes the live overlay of a DAT's static page: price, offer and owner of each edition, and its takedown.
 * `wasSold` distinguishes a resale from a first sale, whose price is split differently. Like everything
 * published, it contains no uids.
 */
export const makeLiveOverlay = (dat: DatGuard, names: PublicNames): Record<string, unknown> => ({
  [live.datLive(dat.id)]: {
    ...Object.fromEntries(
      dat.editions.map((edition) => [
        edition.number,
        {
          priceCents: shownPrice(edition),
          isForSale: edition.askPriceCents !== null,
          wasSold: edition.wasSold,
          isWithCreator: edition.ownerUid === dat.creatorUid,
          ...nameLiveOwner(dat, edition, names),
        },
      ]),
    ),
    ...(dat.takenDown ? { takenDown: { ...dat.takenDown } } : {}),
  },
});

export const makeHistory = (
  dat: DatGuard,
  events: readonly DatEvent[],
  names: PublicNames,
): { path: string; data: Data } => {
  const lines = historyLines(dat, events, (uid) => names.on(dat).of(uid).username);
  return { path: docs.datHistory(dat.id), data: { lines } satisfies StoredHistory };
};
