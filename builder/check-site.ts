import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datFiles } from '../ledger/src/plan.ts';
import { answersOnly, crawl } from './crawl.ts';
import { listFiles } from './fingerprint.ts';
import { PageRecords } from './packed-records.ts';
import { type Problem, recordPage } from './page-record.ts';
import { pageWeigher } from './page-weight.ts';
import type { Site } from './site-files.ts';

/** What is served beside the built site: by the launcher, Storage, or a fallback page; the log has its own check. */
const servedElsewhere =
  /^\/((portal|profile)\/|data\/v1\/(coins\/|days\/|tlog\/|(ledger|handles)\.\w+$))/;

export interface SiteExpectations {
  readonly datIds: readonly string[];
  /** Those among them that no list names any more: a reader needs to know the address. */
  readonly takenDownIds?: readonly string[];
  /** The one inline script that the content security policy names. */
  readonly allowedInlineScript: string;
  /** Files that are not published: the fallback page of their folder answers, so that links to them stay. */
  readonly leftOut?: ReadonlySet<string>;
}

/** How the content security policy names an inline script. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const isPage = (file: string): boolean => file.endsWith('.html') && !file.startsWith('portal/');

/** What a path names; undefined when it is no path. */
export function nameOf(path: string): string | undefined {
  const name = path.slice(1);
  try {
    return name.includes('%') ? decodeURIComponent(name) : name;
  } catch {
    return undefined;
  }
}

/** A path that is answered, but by no page. */
const NO_PAGE = -1;
/** A path that nothing answers. */
export const NOTHING = -2;

/** Finds what answers a link, as Hosting's cleanUrls does: the place of a page's record, or one of the two above. */
export function answerFinder(
  { files }: Site,
  records: PageRecords,
  leftOut: ReadonlySet<string> = new Set(),
): (link: number) => number {
  const find = (path: string): number => {
    const name = nameOf(path);
    if (name !== undefined) {
      const file = name || 'index.html';
      if (files.has(file)) return records.placeOf(file) ?? NO_PAGE;
      const page = `${name}.html`;
      const place = records.placeOf(page);
      if (place !== undefined) return place;
      if (files.has(page) || leftOut.has(file) || leftOut.has(page)) return NO_PAGE;
    }
    return servedElsewhere.test(path) ? NO_PAGE : NOTHING;
  };
  const unknown = NOTHING - 1;
  const found = new Int32Array(records.texts).fill(unknown);
  return (link: number): number => {
    const known = found[link] ?? unknown;
    if (known !== unknown) return known;
    const answer = find(records.text(link));
    found[link] = answer;
    return answer;
  };
}

/** No two pages that want to be found have the same address. @returns the other page that has it */
function addressChecker(
  records: PageRecords,
): (page: string, address: number) => string | undefined {
  const seen = new Array<string | undefined>(records.texts);
  return (page, address) => {
    const other = seen[address];
    seen[address] = page;
    return other;
  };
}

export interface CheckedSite {
  /** What is wrong with its pages: these are not published, see set-aside.ts. */
  readonly problems: readonly Problem[];
  readonly records: PageRecords;
}

interface Recorded {
  readonly records: PageRecords;
  readonly places: readonly (readonly [page: string, place: number])[];
}

/** The records of all pages of a site: those that nothing is known of are read. */
function recordsOf(
  { dir }: Site,
  pages: readonly string[],
  known: PageRecords,
  allowedInlineScript: string,
): Recorded {
  const recorded = (records: PageRecords): Recorded => ({
    records,
    places: pages.map((page) => [page, records.placeOf(page) ?? NO_PAGE]),
  });
  const ofKnown = recorded(known);
  const isAll = ofKnown.places.every(([, place]) => place !== NO_PAGE);
  if (isAll && known.size === pages.length) return ofKnown;
  const records = known.only(pages);
  for (const page of pages) {
    if (records.has(page)) continue;
    records.set(page, recordPage(readFileSync(join(dir, page)), allowedInlineScript));
  }
  return recorded(records);
}

/**
 * Crawls a built ledger: every DAT has its pages, every link of the site leads somewhere, links lead
 * to every page, nothing breaks the content security policy, every page keeps its weight and says what
 * it is.
 *
 * @param known the records of pages that were read when they were drawn; the others are read now
 * @param files all files of the site, where they are known already
 */
export function checkSite(
  dir: string,
  expected: SiteExpectations,
  known = PageRecords.none(),
  files: ReadonlySet<string> = new Set(listFiles(dir)),
): CheckedSite {
  const site: Site = { dir, files };
  const pages = [...files].filter(isPage).sort();
  const { records, places } = recordsOf(site, pages, known, expected.allowedInlineScript);
  const { leftOut = new Set() } = expected;
  const answerOf = answerFinder(site, records, leftOut);
  const sameAddress = addressChecker(records);
  const weigh = pageWeigher(site, records);
  const problems: Problem[] = [];
  for (const file of expected.datIds.flatMap(datFiles)) {
    if (!files.has(file) && !leftOut.has(file))
      problems.push({ page: file, problem: 'is missing' });
  }

  // Of tens of thousands of pages, the one that is looked at.
  let page = '';
  const say = (problem: string): void => {
    problems.push({ page, problem });
  };
  const look = {
    links: (link: number) => {
      if (answerOf(link) === NOTHING) say(`nothing answers ${records.text(link)}`);
    },
    problems: (problem: number) => say(records.text(problem)),
    pictures: (picture: number) => {
      const file = records.text(picture);
      if (!files.has(file)) say(`there is no picture ${file}`);
    },
    address: (address: number) => {
      const other = sameAddress(page, address);
      if (other) say(`has the address of ${other}, ${records.text(address)}`);
    },
  };
  for (const [file, place] of places) {
    page = file;
    records.eachList(place, look);
    for (const problem of weigh(page, place)) say(problem);
  }
  // Some pages may be reached by way of a fallback page alone.
  if (leftOut.size > 0) return { problems, records };
  const taken = (expected.takenDownIds ?? []).map((id) => `viewdat/${id}.html`);
  const start = ['index.html', ...taken].flatMap((page) => records.placeOf(page) ?? []);
  const isReached = crawl(start, records.room, (page, reach) =>
    records.each(page, 'links', (link) => {
      const answer = answerOf(link);
      if (answer >= 0) reach(answer);
    }),
  );
  for (const [file, place] of places) {
    if (!isReached(place) && !answersOnly(file)) {
      problems.push({ page: file, problem: 'no link leads there' });
    }
  }
  return { problems, records };
}
