import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datFiles } from '@datchain/ledger/src/plan.ts';
import { unreachablePages } from './crawl.ts';
import { listFiles } from './fingerprint.ts';
import { recordPage } from './page-record.ts';
import type { PageRecords } from './page-records.ts';
import { pageWeigher } from './page-weight.ts';
import type { Site } from './site-files.ts';

/**
 * What the launcher or the storage serves beside the built site, profiles without a file of their own,
 * which a fallback page answers, and the log, which has a check of its own.
 */
const servedElsewhere =
  /^\/((artwork|avatars|portal|profile)\/|data\/v1\/(coins\/|days\/|tlog\/|(ledger|checkpoints|log-keys|handles)\.\w+$))/;

export interface SiteExpectations {
  readonly datIds: readonly string[];
  /** Those among them that no list names any more: a reader needs to know the address. */
  readonly takenDownIds?: readonly string[];
  /** The one inline script that the content security policy names. */
  readonly allowedInlineScript: string;
}

/** How the content security policy names an inline script. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const isPage = (file: string): boolean => file.endsWith('.html') && !file.startsWith('portal/');

/** The file that answers a path, as Hosting's cleanUrls finds it. */
function fileOf({ files }: Site, path: string): string | undefined {
  let file = path.slice(1);
  try {
    file = decodeURIComponent(file);
  } catch {
    return undefined;
  }
  return [file || 'index.html', `${file}.html`].find((each) => files.has(each));
}

/** Finds what answers a path; many pages have the same ones. */
function answerFinder(site: Site): (path: string) => string | undefined {
  const found = new Map<string, string | undefined>();
  return (path) => {
    if (!found.has(path)) found.set(path, fileOf(site, path));
    return found.get(path);
  };
}

/** No two pages that want to be found have the same address. */
function addressChecker(): (page: string, addresses: readonly string[]) => string[] {
  const seen = new Map<string, string>();
  return (page, addresses) =>
    addresses.flatMap((address) => {
      const other = seen.get(address);
      seen.set(address, page);
      return other ? [`has the address of ${other}, ${address}`] : [];
    });
}

/** A built site, looked at. */
export interface CheckedSite {
  /** What is wrong with it: then it is not published. */
  readonly problems: string[];
  /** Of all its pages. */
  readonly records: PageRecords;
}

/**
 * Crawls a built ledger: every DAT has its pages, every link of the site leads somewhere, links lead
 * to every page, nothing breaks the content security policy, every page keeps its weight and says what
 * it is.
 *
 * @param known the records of pages that were read when they were drawn; the others are read now
 */
export function checkSite(
  dir: string,
  expected: SiteExpectations,
  known: PageRecords = new Map(),
): CheckedSite {
  const site: Site = { dir, files: new Set(listFiles(dir)) };
  const weigh = pageWeigher(site);
  const answerOf = answerFinder(site);
  const addressProblems = addressChecker();
  const records: PageRecords = new Map();
  const links = new Map<string, string[]>();
  const problems = expected.datIds
    .flatMap(datFiles)
    .filter((file) => !site.files.has(file))
    .map((file) => `${file} is missing`);

  for (const page of [...site.files].filter(isPage)) {
    const read = () => readFileSync(join(dir, page), 'utf8');
    const record = known.get(page) ?? recordPage(read(), expected.allowedInlineScript);
    records.set(page, record);
    const targets: string[] = [];
    const ofPage: string[] = [];
    for (const path of record.links) {
      const file = answerOf(path);
      if (file) targets.push(file);
      else if (!servedElsewhere.test(path)) ofPage.push(`nothing answers ${path}`);
    }
    links.set(page, targets);
    ofPage.push(...record.problems);
    for (const file of record.pictures) {
      if (!site.files.has(file)) ofPage.push(`there is no picture ${file}`);
    }
    ofPage.push(...addressProblems(page, record.address), ...weigh(page, record, read));
    problems.push(...ofPage.map((problem) => `${page}: ${problem}`));
  }
  const taken = (expected.takenDownIds ?? []).map((id) => `viewdat/${id}.html`);
  const unreachable = unreachablePages(links, ['index.html', ...taken]).map(
    (page) => `${page}: no link leads there`,
  );
  return { problems: [...problems, ...unreachable], records };
}
