import { plannedFolders } from '../ledger/src/plan.ts';
import { answerFinder } from './check-site.ts';
import type { PageRecord } from './page-record.ts';
import { pageWeigher } from './page-weight.ts';
import type { Site } from './site-files.ts';
import type { SiteState } from './site-state.ts';

/** The part of a page on which the check of other pages rests. */
export type PageBefore = Pick<PageRecord, 'links' | 'address'>;

/** Reads a page as it was before it is drawn again; undefined for a new one. */
export function pageBefore(state: SiteState, file: string): PageBefore | undefined {
  const page = state.page(file);
  return page && { links: state.names(page, 'links'), address: state.names(page, 'address') };
}

export interface SiteChanges {
  /** Knows the pages as they were drawn. */
  readonly state: SiteState;
  /** The pages that were drawn, with what the site before had in their places. */
  readonly drawn: ReadonlyMap<string, PageBefore | undefined>;
  readonly different: Iterable<string>;
}

const isWithin = (some: readonly string[], all: readonly string[]): boolean => {
  const those = new Set(all);
  return some.every((one) => those.has(one));
};

/** Pages, and files that every DAT has. */
const isPlanned = (file: string): boolean =>
  file.endsWith('.html') || plannedFolders.some((folder) => file.startsWith(`${folder}/`));

/**
 * Whether a site is sure to be fine because the one before it was: all that its changes could have broken is
 * looked at. Of thirty thousand pages that is a few dozen. If a page is new or gone, or says another address, or
 * no longer leads where it did, that takes the whole check, see checkSite.
 */
export function isFineByChanges(site: Site, { state, drawn, different }: SiteChanges): boolean {
  const { files } = site;
  const gone = new Set([...different].filter((file) => !files.has(file)));
  if ([...gone].some(isPlanned)) return false;
  const answerOf = answerFinder(site);
  const weigh = pageWeigher(site, state);
  for (const [file, before] of drawn) {
    const page = state.page(file);
    if (!before || !page || !files.has(file)) return false;
    const links = state.names(page, 'links');
    const isSound =
      state.problemsOf(page).length === 0 &&
      state.names(page, 'address').join() === before.address.join() &&
      state.names(page, 'pictures').every((picture) => files.has(picture)) &&
      isWithin(before.links, links) &&
      links.every((link) => answerOf(link) !== undefined);
    if (!isSound || weigh(page).length > 0) return false;
  }
  return !isAnyNamed(state, gone, drawn);
}

/** Whether a page that was not drawn names one of these files, as a link or as a picture. */
function isAnyNamed(
  state: SiteState,
  files: ReadonlySet<string>,
  drawn: ReadonlyMap<string, unknown>,
): boolean {
  if (files.size === 0) return false;
  const paths = [...files].flatMap((file) => [`/${file}`, encodeURI(`/${file}`)]);
  const naming = [...state.whoNames('links', paths), ...state.whoNames('pictures', [...files])];
  return naming.some(({ file }) => !drawn.has(file));
}
