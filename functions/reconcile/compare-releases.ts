import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Clock } from '../clock.ts';
import { readPosts } from '../releases/posts.ts';
import { readSummaryRows } from '../releases/summary-pages.ts';
import type { Releases } from '../stores/releases.ts';
import type { SummaryPages } from '../stores/summary-pages.ts';

export interface ReleaseReaders {
  readonly releases: Pick<Releases, 'pages'>;
  readonly pages: Pick<SummaryPages, 'allAssets' | 'allMusic'>;
}

const PAGE_SIZE = 500;
/** An open release is late after this time, in which its job runs several times. */
const MAX_OPEN_MILLIS = 30 * MINUTE_MILLIS;

interface Shown {
  readonly rows: ReadonlyMap<string, readonly string[]>;
  /** The preview that each row names; '' for none. */
  readonly previews: ReadonlyMap<string, string>;
  readonly posts: ReadonlySet<string>;
  readonly minted: ReadonlySet<string>;
}

const textIn = (value: unknown, key: string): string =>
  isRecord(value) ? readText(value[key]) : '';

async function readShown(
  { pages }: ReleaseReaders,
  dats: readonly Pick<DatGuard, 'id'>[],
): Promise<Shown> {
  const rows = new Map<string, string[]>();
  const previews = new Map<string, string>();
  for (const { id, data } of await pages.allAssets()) {
    for (const row of readSummaryRows(data)) {
      const datId = textIn(row, 'id');
      rows.set(datId, [...(rows.get(datId) ?? []), id]);
      previews.set(datId, isRecord(row) ? textIn(row.preview, 'file') : '');
    }
  }
  const posts = (await pages.allMusic()).flatMap(({ data }) => readPosts(data));
  return {
    rows,
    previews,
    posts: new Set(posts.map((post) => textIn(post, 'datId'))),
    minted: new Set(dats.map(({ id }) => id)),
  };
}

function compareOne(release: Release, shown: Shown, now: Millis): string[] {
  const { rows, previews, posts, minted } = shown;
  const { id, state, summaryPage, isDone, acceptedAt, openedAt = acceptedAt, lastError } = release;
  const late = !isDone && openedAt < now - MAX_OPEN_MILLIS;
  const on = rows.get(id) ?? [];
  const isPublic = state !== 'accepted';
  const preview = release.preview?.file ?? '';
  const expected = isPublic ? [summaryPage ?? 'no page'] : [];
  return [
    ...(late ? [`release ${id}: is not finished: ${lastError ?? 'nobody tried'}`] : []),
    ...(minted.has(id) === isPublic ? [] : [`release ${id}: ${state}, minted: ${!isPublic}`]),
    ...(posts.has(id) === isPublic ? [] : [`release ${id}: ${state}, has a post: ${!isPublic}`]),
    ...(!isDone || !isPublic || previews.get(id) === preview
      ? []
      : [`release ${id}: its row has the preview ${previews.get(id)}, should have ${preview}`]),
    ...(on.join() === expected.join()
      ? []
      : [`release ${id}: its row is on ${on.join(', ') || 'no page'}, should be on ${expected}`]),
  ];
}

/** Compares every release with its DAT's rows, posts and books, and finds rows shown twice. */
export async function compareReleases(
  readers: ReleaseReaders & { readonly clock: Clock },
  dats: readonly Pick<DatGuard, 'id'>[],
): Promise<string[]> {
  const differences: string[] = [];
  const shown = await readShown(readers, dats);
  for (const [datId, pages] of shown.rows) {
    if (datId === '' || pages.length === 1) continue;
    differences.push(`row ${datId}: is there ${pages.length} times, on ${pages.join(', ')}`);
  }
  for await (const page of readers.releases.pages(PAGE_SIZE)) {
    for (const release of page) {
      differences.push(...compareOne(release, shown, readers.clock.now()));
    }
  }
  return differences;
}
