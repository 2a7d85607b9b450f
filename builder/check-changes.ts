import { plannedFolders } from '../ledger/src/plan.ts';
import { answerFinder } from './check-site.ts';
import type { PageRecord } from './page-record.ts';
import { pageWeigher } from './page-weight.ts';
import type { Site } from './site-files.ts';
import type { SiteState } from './site-state.ts';

/** The part of a page's record that the check of other pages depends on. */
export type PageBefore = Pick<PageRecord, 'links' | 'address'>;

export function pageBefore(state: SiteState, file: string): PageBefore | undefined {
  const page = state.page(file);
  return page && { links: state.names(page, 'links'), address: state.names(page, 'address') };
}

export interface SiteChanges {
  readonly state: SiteState;
  readonly drawn: ReadonlyMap<string, PageBefore | undefined>;
  readonly different: Iterable<string>;
}

const isWithin = (some: readonly string[], all: readonly string[]): boolean => {
  const those = new Set(all);
  return some.every((one) => those.has(one));
};

const isPlanned = (file: string): boolean =>
  file.endsWith('.html') || plannedFolders.some((folder) => file.startsWith(`${folder}/`));

/**
 * Checks only what the changes could have broken: a few dozen of 30,000 pages.
 *
 * @returns false when the whole site has to be checked (see checkSite): a page is new, gone, unsound, or has another
 * address or fewer links
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
