import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Dat, Edition } from '@datchain/shared/domain/dats.ts';
import { formatDateTime, formatPerson, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { formatStreamShare, WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { certificateHref, datHref, wholeSongHref } from '../page/addresses.ts';
import { pictureUrl } from '../page/picture-url.ts';

export interface CertificateFact {
  readonly label: string;
  readonly value: string;
}

export interface CertificateView {
  readonly datId: string;
  readonly number: number;
  readonly of: number;
  readonly song: string;
  readonly artist: string;
  readonly art: string | undefined;
  readonly preview: string | undefined;
  readonly facts: readonly CertificateFact[];
  readonly text: string;
  readonly address: string;
  readonly datHref: string;
  readonly wholeSongHref: string | undefined;
}

/** Returns the time of the edition's last sale or gift, or else of the release. */
function heldSince(
  dat: Dat,
  { number, isWithCreator }: Edition,
  history: readonly HistoryLine[],
): Millis | undefined {
  const got = history.find(
    ({ kind, edition }) => (kind === 'sold' || kind === 'given') && edition === number,
  );
  return got?.at ?? (isWithCreator ? dat.releasedAt : undefined);
}

const holderText = ({ ownerUsername }: Edition): string =>
  ownerUsername === ''
    ? 'Its holder chose not to be named in public and is'
    : 'The holder named here is';

/**
 * Builds the certificate of an edition's current owner; undefined for an unknown edition. @param history newest line
 * first
 */
export function certificateView(
  dat: Dat,
  number: number,
  { history, origin, now }: { history: readonly HistoryLine[]; origin: string; now: Millis },
): CertificateView | undefined {
  const edition = dat.editions.find((each) => each.number === number);
  if (!edition) return undefined;
  const since = heldSince(dat, edition, history);
  const of = dat.editions.length;
  return {
    datId: dat.id,
    number,
    of,
    song: dat.songName,
    artist: dat.artistName || UNKNOWN,
    art: pictureUrl(dat.artworkUrl),
    preview: dat.preview?.file,
    facts: [
      { label: 'Held by', value: formatPerson(edition.ownerUsername) },
      { label: 'Since', value: since === undefined ? UNKNOWN : formatDateTime(since) },
      { label: 'Royalty share', value: formatStreamShare(edition.sharePpm) },
      { label: 'Tier', value: dat.tier },
    ],
    text: `DAT #${number} is one of ${of} numbered editions of this work. ${holderText(edition)} the owner entered in the ledger of ${brandName}.com on ${formatDateTime(now)}. The ledger always has the latest owner. Its share is paid on streams: ${WHO_PAYS}`,
    address: new URL(certificateHref(dat.id, number), origin).href,
    datHref: datHref(dat.id),
    wholeSongHref: dat.takenDown ? undefined : wholeSongHref(dat.id),
  };
}
