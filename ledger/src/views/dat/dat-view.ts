import { takenDownLine } from '@datchain/shared/domain/books/take-down.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Contributor, Dat } from '@datchain/shared/domain/dats.ts';
import { formatDate, formatDateTime, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import { codeLines, rightsLines } from '@datchain/shared/domain/recording-facts.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { CardArt } from '@datchain/shared/ui/dat-card.tsx';
import { analyticsHref, certificateHref, profileLink } from '../page/addresses.ts';
import { makeCardArt } from '../page/artwork.ts';
import { pictureUrl } from '../page/picture-url.ts';
import type { EditionEarned } from './edition-earned.ts';
import { type EditionsView, editionsView, type LiveFacts } from './editions-view.ts';
import { findLastPaid, type HistoryRow, historyRows, namedOwners } from './history-view.ts';
import { type PlayerView, playerView } from './player-view.ts';
import { type PriceHistory, priceHistory } from './price-history.ts';

export interface CreditedName {
  readonly text: string;
  readonly href?: string | undefined;
}

export interface CreditGroup {
  readonly label: string;
  readonly names: readonly CreditedName[];
}

/** Everything /viewdat/{id} shows (R-VIEW-03). */
export interface DatView {
  readonly id: string;
  readonly song: string;
  readonly artist: string;
  readonly art: CardArt | undefined;
  readonly player: PlayerView | undefined;
  readonly creator: CreatorView;
  readonly tier: string;
  readonly chain: string;
  readonly released: string;
  readonly credits: readonly CreditGroup[];
  readonly isExplicit: boolean;
  /** Known codes only: 'ISRC GBXNQ2600417'. */
  readonly codes: readonly string[];
  /** '℗ 2026 North Quay Records', and likewise for ©. */
  readonly rights: readonly string[];
  readonly editions: EditionsView;
  /** Undefined when the editions' shares differ, and on a page newer than the ledger. */
  readonly earned: EditionEarned | undefined;
  readonly history: readonly HistoryRow[];
  /** Undefined with fewer than two sales. */
  readonly prices: PriceHistory | undefined;
  /** 'Taken down on 20 Nov 2026. Reason: …'; undefined while it is public. */
  readonly takenDown: string | undefined;
  /** 'As of 20 Nov 2026, 10:42 UTC'; empty when that is not known. */
  readonly asOf: string;
  readonly facts: LiveFacts;
  readonly analyticsHref: string;
  readonly certificatesHref: string;
}

export interface CreatorView {
  readonly name: string;
  readonly username: string;
  readonly picture: string | undefined;
  readonly href: string | undefined;
  readonly isGone: boolean;
}

const creditedName = ({ tag }: Contributor): CreditedName =>
  /^@\S+$/.test(tag) ? { text: tag, href: profileLink(tag.slice(1)) } : { text: tag };

function creditGroups(dat: Dat): CreditGroup[] {
  const people: [string, readonly Contributor[]][] = [
    ['Artist features', dat.artistFeatures],
    ['Producers', dat.producers],
    ['Songwriters', dat.songwriters],
    ['Record labels', dat.recordLabels],
  ];
  const groups: CreditGroup[] = people.map(([label, contributors]) => ({
    label,
    names: [...new Map(contributors.map((each) => [each.tag, creditedName(each)])).values()],
  }));
  return [
    ...groups,
    { label: 'Genres', names: dat.genres.map((genre) => ({ text: genreName(genre) })) },
  ].map(({ label, names }) => ({ label, names: names.length > 0 ? names : [{ text: UNKNOWN }] }));
}

/** The chain's name with a .com suffix, added once. */
const chainText = (chain: string): string => `${chain.replace(/\.com$/i, '')}.com`;

export interface DatContext {
  /** Newest first. */
  readonly history?: readonly HistoryLine[] | undefined;
  readonly changedAt?: Millis | undefined;
  /** Only the built page has it: live pages do not load the rates. */
  readonly earned?: EditionEarned | undefined;
}

export function datView(dat: Dat, context: DatContext = {}): DatView {
  const { history = [], changedAt, earned } = context;
  const { id, editions, recordingFacts = {} } = dat;
  const facts: LiveFacts = {
    id,
    editions,
    lastPaid: findLastPaid(history),
    ...(dat.takenDown ? { takenDown: dat.takenDown } : {}),
  };
  return {
    id,
    song: dat.songName,
    artist: dat.artistName || UNKNOWN,
    art: makeCardArt(dat.artworkUrl, 'page'),
    player: playerView(dat),
    creator: {
      name: dat.artistName || dat.creatorUsername || UNKNOWN,
      username: dat.creatorUsername || UNKNOWN,
      picture: pictureUrl(dat.creatorImageUrl),
      href: profileLink(dat.creatorUsername),
      isGone: dat.isCreatorGone === true,
    },
    tier: dat.tier,
    chain: chainText(dat.chain),
    released: dat.releasedAt === undefined ? UNKNOWN : formatDate(dat.releasedAt),
    credits: creditGroups(dat),
    isExplicit: recordingFacts.isExplicit === true,
    codes: codeLines(recordingFacts),
    rights: rightsLines(recordingFacts),
    editions: editionsView(facts),
    earned,
    history: historyRows(history, namedOwners(dat)),
    prices: priceHistory(history),
    takenDown: dat.takenDown && takenDownLine(dat.takenDown),
    asOf: changedAt === undefined ? '' : `As of ${formatDateTime(changedAt)}`,
    facts,
    analyticsHref: analyticsHref(dat.id),
    certificatesHref: certificateHref(dat.id),
  };
}
