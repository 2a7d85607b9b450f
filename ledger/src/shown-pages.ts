import { createHash } from 'node:crypto';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { sitemapFiles } from './exports/sitemap.ts';
import { snapshot } from './load-snapshot.ts';
import { lastChange } from './snapshot.ts';
import { type DatsPage, datsPages } from './views/dats/dats-view.ts';
import { everyProfile, type ProfileView, profileRows } from './views/dats/profile-view.ts';
import { isPageName, profileHref } from './views/page/addresses.ts';

/**
 * A path whose page shows nothing but its props. The key, which is Astro's word for it, names them: while
 * it stays the same, a rebuild takes the page over from the live site.
 */
export function keyedPath<Params, Props>(params: Params, props: Props) {
  const cacheKey = createHash('sha256')
    .update(JSON.stringify([snapshot.previews, props]))
    .digest('base64url')
    .slice(0, 22);
  return { params, props, cacheKey };
}

/** What a page shows besides what it is about. */
interface Shown {
  /** When one of the rows it shows last changed. */
  readonly changedAt: Millis | undefined;
  /** The picture shown where it is shared. */
  readonly image: string | undefined;
}

const shownOf = (datIds: readonly string[], rows: readonly string[]): Shown => ({
  changedAt: lastChange(snapshot, rows),
  image: snapshot.shareImages[datIds[0] ?? ''],
});

/** Makes it when it is first asked for: several routes are made of the same. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What a page of /dats shows. */
export type ShownList = { readonly list: DatsPage } & Shown;

/** What the pages of /dats show, at least one. */
export const shownLists = once((): readonly ShownList[] =>
  datsPages(snapshot).map((list) => ({ list, ...shownOf(list.datIds, list.datIds) })),
);

/** What the pages of everyone show who has an address of their own. */
export const shownProfiles = once((): readonly ({ readonly profile: ProfileView } & Shown)[] =>
  everyProfile(snapshot)
    .filter(({ username }) => isPageName(username))
    .map((profile) => ({ profile, ...shownOf(profile.datIds, profileRows(profile)) })),
);

/** The files of the sitemap. */
export const sitemap = once(() =>
  sitemapFiles(
    snapshot,
    shownProfiles().map(({ profile, changedAt }) => ({
      path: profileHref(profile.username),
      changedAt,
    })),
  ),
);
