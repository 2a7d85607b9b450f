import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datFiles } from '../ledger/src/plan.ts';
import { type Problem, recordPage } from './page-record.ts';
import { pageWeigher } from './page-weight.ts';
import type { Site } from './site-files.ts';
import type { SiteState } from './site-state.ts';

/** Paths that the launcher, Storage or a fallback page serves, and the log, which has its own check. */
const servedElsewhere =
  /^\/((portal|profile)\/|data\/v1\/(coins\/|days\/|tlog\/|(ledger|handles)\.\w+$))/;

export interface SiteExpectations {
  readonly datIds: readonly string[];
  /** Taken-down DATS: no list links to them, readers need the address. */
  readonly takenDownIds?: readonly string[];
  readonly allowedInlineScript: string;
  /** Unpublished files, whose links a fallback page answers. */
  readonly leftOut?: ReadonlySet<string>;
}

export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Pages without a link to them: fallbacks, typed addresses, and embeds. */
const answersOnly = (page: string): boolean =>
  /^(404|viewdat|analytics|mydat-profile|embed|[a-z]+-fallback)\.html$/.test(page);

const isPage = (file: string): boolean => file.endsWith('.html') && !file.startsWith('portal/');

/** Decodes a path; undefined for a malformed one. */
export function decodeFileName(path: string): string | undefined {
  const name = path.slice(1);
  try {
    return name.includes('%') ? decodeURIComponent(name) : name;
  } catch {
    return undefined;
  }
}

/** Returns a function that finds the file for a link, as Hosting's cleanUrls does; '' for a path served elsewhere. */
export const answerFinder =
  ({ files }: Site, leftOut: ReadonlySet<string> = new Set()) =>
  (path: string): string | undefined => {
    const name = decodeFileName(path);
    if (name !== undefined) {
      const file = name || 'index.html';
      if (files.has(file)) return file;
      const page = `${name}.html`;
      if (files.has(page)) return page;
      if (leftOut.has(file) || leftOut.has(page)) return '';
    }
    return servedElsewhere.test(path) ? '' : undefined;
  };

/** Reads the pages without a record, and deletes the records of missing pages. */
function readPages(
  { dir }: Site,
  files: Iterable<string>,
  state: SiteState,
  allowedInlineScript: string,
): void {
  const pages = new Set([...files].filter(isPage));
  for (const { file } of state.pages()) if (!pages.delete(file)) state.removePage(file);
  for (const page of pages) {
    state.putPage(page, recordPage(readFileSync(join(dir, page), 'utf8'), allowedInlineScript));
  }
}

/**
 * Checks a built ledger: every DAT has its pages, every link works, every page is reachable, obeys the content
 * security policy, keeps its weight budget and has its metadata.
 *
 * @param files all files of the site
 * @param state has the records of pages read while drawing; the others are read now
 * @returns the problems of pages, which are not published (see set-aside.ts)
 */
export function checkSite(
  dir: string,
  files: ReadonlySet<string>,
  expected: SiteExpectations,
  state: SiteState,
): readonly Problem[] {
  const site: Site = { dir, files };
  readPages(site, files, state, expected.allowedInlineScript);
  const { leftOut = new Set() } = expected;
  const answerOf = answerFinder(site, leftOut);
  const links = state.allNames('links').map((path) => [path, answerOf(path)] as const);
  const dead = links.flatMap(([path, answer]) => (answer === undefined ? [path] : []));
  const noPicture = state.allNames('pictures').filter((file) => !files.has(file));
  const weigh = pageWeigher(site, state);
  const lost = expected.datIds.flatMap(datFiles).filter((f) => !files.has(f) && !leftOut.has(f));
  const problems: Problem[] = [
    ...lost.map((page) => ({ page, problem: 'is missing' })),
    ...state
      .whoNames('links', dead)
      .map(({ file, name }) => ({ page: file, problem: `nothing answers ${name}` })),
    ...state.problems().map(({ file, problem }) => ({ page: file, problem })),
    ...state
      .whoNames('pictures', noPicture)
      .map(({ file, name }) => ({ page: file, problem: `there is no picture ${name}` })),
    ...state.sameAddresses().map(({ file, name, other }) => ({
      page: file,
      problem: `has the address of ${other}, ${name}`,
    })),
    ...state
      .pages()
      .flatMap((page) => weigh(page).map((problem) => ({ page: page.file, problem }))),
  ].sort((one, other) => (one.page < other.page ? -1 : +(one.page > other.page)));
  // Without the left-out pages, others may be reachable through a fallback page alone.
  if (leftOut.size > 0) return problems;
  const taken = (expected.takenDownIds ?? []).map((id) => `viewdat/${id}.html`);
  const answers = new Map(links.flatMap(([path, answer]) => (answer ? [[path, answer]] : [])));
  const unreached = state.unreached(['index.html', ...taken], answers);
  return [
    ...problems,
    ...unreached
      .filter((page) => !answersOnly(page))
      .map((page) => ({ page, problem: 'no link leads there' })),
  ];
}
