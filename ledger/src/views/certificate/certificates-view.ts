import { takenDownLine } from '@datchain/shared/domain/books/take-down.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { CardArt } from '@datchain/shared/ui/dat-card.tsx';
import { type PlayerView, playerView } from '../dat/player-view.ts';
import { certificateHref, datHref, wholeSongHref } from '../page/addresses.ts';
import { makeCardArt } from '../page/artwork.ts';

export interface CertificatesView {
  readonly song: string;
  readonly artist: string;
  readonly art: CardArt | undefined;
  readonly player: PlayerView | undefined;
  /** 'Taken down on 20 Nov 2026. Reason: …'; undefined while it is public. */
  readonly takenDown: string | undefined;
  readonly editions: readonly { readonly number: number; readonly href: string }[];
  readonly datHref: string;
  readonly wholeSongHref: string | undefined;
}

/** A sale does not change this page: a certificate reads its owner when it is opened. */
export const certificatesView = (dat: Dat): CertificatesView => ({
  song: dat.songName,
  artist: dat.artistName || UNKNOWN,
  art: makeCardArt(dat.artworkUrl, 'page'),
  player: playerView(dat),
  takenDown: dat.takenDown && takenDownLine(dat.takenDown),
  editions: dat.editions.map(({ number }) => ({ number, href: certificateHref(dat.id, number) })),
  datHref: datHref(dat.id),
  wholeSongHref: dat.takenDown ? undefined : wholeSongHref(dat.id),
});
