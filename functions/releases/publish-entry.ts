import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { storeAsset } from '@datchain/shared/contracts/documents/asset-summary-writer.ts';
import { type Release, releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readCount, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import { mintDat } from '@datchain/shared/domain/books/editions.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import * as v from 'valibot';
import { mintEntry } from '../journal/entries/editions.ts';
import type { Decision, Entry } from '../journal/entry.ts';
import { makeSummaryRow } from '../projector/public-dats.ts';
import type { Data } from '../stores/document-store.ts';
import { publicNames } from '../stores/public-names.ts';
import { readContentId, readPosts, withDat, withPost } from './posts.ts';
import { dueFrom } from './previews.ts';
import { readSummaryRows, shelve } from './summary-pages.ts';

interface Creator {
  readonly user: Data;
  readonly profile: Data | undefined;
}

/** Builds the row of a new DAT in the public summary (R-DB-01). */
function assetRow(
  release: Release,
  dat: DatGuard,
  { user, profile }: Creator,
  now: Millis,
): StoredAsset {
  const names = publicNames((path) =>
    path === docs.publicProfile(release.artistId) ? profile : undefined,
  );
  const name = names.on(dat).of(release.artistId);
  const creator = {
    creatorId: release.artistId,
    creatorUsername: name.username || readText(user.username),
  };
  return storeAsset(
    { ...release, ...creator, releasedAt: now },
    makeSummaryRow(dat, names, release.recordingFacts),
  );
}

/** The ends of the lists that a release is added to. They are hints that only save searching. */
export interface Places {
  /** The last page behind `assetsSummary/main`, at least 1. */
  readonly assetsPage: number;
  readonly musicPage: number;
  readonly worksPage: number;
}

type Read = (path: string) => Data | undefined;
type Write = { path: string; data: Data };

/** The newest works that the artist's own document lists. The limit keeps it small: each release writes all of it. */
const MAX_LISTED = 200;

const notFound = () => refuse('not-found', 'Release not found.');
export const alreadyDat = () => refuse('already-exists', 'This release is already a DAT.');

function postWrite(release: Release, page: number, read: Read): Write | Refusal {
  const { id, songName, albumName, artistName, contentId, artistId } = release;
  if (release.source === 'summary') {
    const path = docs.musicPage(page);
    const stored = read(path);
    const taken = readPosts(stored).some(
      (post) => isRecord(post) && readContentId(post) === contentId && readText(post.datId) !== '',
    );
    if (taken) return alreadyDat();
    const posts = withDat(readPosts(stored), contentId, id);
    return posts ? { path, data: { ...stored, posts } } : notFound();
  }
  const post = {
    SongName: songName,
    albumName,
    ArtistName: artistName,
    contentId,
    userId: artistId,
    datId: id,
  };
  for (let number = page; ; number++) {
    const path = docs.musicPage(number);
    const stored = read(path);
    const posts = withPost(readPosts(stored), post);
    if (posts) return { path, data: { ...stored, posts } };
  }
}

/** Returns the public summaries with the new row, and the releases of rows that moved to another page. */
function rowWrites(row: { id: string }, page: number, read: Read): Write[] {
  const main = read(docs.assetsSummary);
  const last = Math.max(1, page, readCount(main?.lastPage));
  const shelved = shelve(readSummaryRows(main), row, last, (number) =>
    readSummaryRows(read(docs.assetsPage(number))),
  );
  const lastPage = Math.max(last, ...shelved.pages.keys());
  const writes = [
    { path: docs.assetsSummary, data: { ...main, assets: [...shelved.main], lastPage } },
  ] as Write[];
  for (const [number, rows] of shelved.pages) {
    const path = docs.assetsPage(number);
    writes.push({ path, data: { ...read(path), assets: [...rows] } });
  }
  for (const [datId, number] of shelved.moved) {
    if (!/^[\w-]{1,128}$/.test(datId)) continue;
    const release = read(docs.release(datId));
    if (!release) continue;
    writes.push({ path: docs.release(datId), data: { ...release, summaryPage: `p${number}` } });
  }
  return writes;
}

const withItem = (list: unknown, datId: string): unknown[] =>
  [...readList(list).filter((item) => item !== datId), datId].slice(-MAX_LISTED);

/**
 * Mints a release's editions and makes the DAT public in one write: its guard and the creator's
 * holdings, its row, its post, the artist's lists, its release. Nothing is visible before the write
 * and everything after it, so a crash leaves no state in between.
 */
export function publishEntry(release: Release, places: Places): Entry<null> {
  const { id, artistId, editions, priceCents, sharePpm } = release;
  const mint = { datId: id, creatorUid: artistId, editions, priceCents, sharePpm };
  const minting = mintEntry(mint);
  const [ownPath, userPath, profilePath] = [
    docs.release(id),
    docs.user(artistId),
    docs.publicProfile(artistId),
  ];
  // Paths that a decision asks for are added, so that a repeated decision reads all documents in one batch.
  const shared = [
    docs.assetsSummary,
    docs.musicPage(places.musicPage),
    docs.worksPage(artistId, places.worksPage),
  ];
  const known = new Set([...minting.reads, ownPath, userPath, profilePath, ...shared]);

  const decide = (read: Read, now: number): Decision<null> => {
    const own = v.parse(releaseSchema, read(ownPath));
    if (own.state !== 'accepted') return { answer: null };
    const user = read(userPath);
    if (!user) return refuse('not-found', 'Missing selected artist.');
    const minted = minting.decide(read, now);
    if (!('postings' in minted)) return minted;
    const dat = mintDat(mint, now);
    const row = assetRow(own, dat, { user, profile: read(profilePath) }, now);
    const post = postWrite(own, places.musicPage, read);
    if (isRefusal(post)) return post;
    const lists = {
      uploadedItems: withItem(user.uploadedItems, id),
      singles: withItem(user.singles, id),
    };
    // Older releases, and those whose recording is elsewhere, get a whole song only on request.
    const due = own.audioPath !== undefined && !own.whole ? { whole: dueFrom(now) } : {};
    const published = {
      ...own,
      ...due,
      state: 'published',
      publishedAt: now,
      summaryPage: 'main',
    };
    return {
      ...minted,
      documents: [
        ...minted.documents,
        ...rowWrites(row, places.assetsPage, read),
        post,
        { path: userPath, data: { ...user, ...lists } },
        { path: ownPath, data: published },
      ],
    };
  };

  return {
    ...minting,
    get reads() {
      return [...known];
    },
    decide(view, now) {
      const read = (path: string) => {
        known.add(path);
        return view(path);
      };
      return decide(read, now);
    },
  };
}
