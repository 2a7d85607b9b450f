import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPortalPath } from '@datchain/shared/contracts/portal-paths.ts';
import { headChecker } from './check-head.ts';
import { unreachablePages } from './crawl.ts';
import { listFiles } from './fingerprint.ts';
import { pageWeigher } from './page-weight.ts';
import { attributes, datFiles, type Site } from './site-files.ts';

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

/** Angle brackets inside of attribute values are text: written so that no pattern takes them for tags. */
const withoutBracketsInValues = (html: string): string =>
  html.replace(/="[^"]*[<>][^"]*"/g, (value) =>
    value.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );

const pathOf = (address: string): string => address.replace(/[?#].*$/s, '');

/** The file that answers an address, as Hosting's cleanUrls finds it. */
function fileOf(site: Site, address: string): string | undefined {
  let file = pathOf(address).slice(1);
  try {
    file = decodeURIComponent(file);
  } catch {
    return undefined;
  }
  return [file || 'index.html', `${file}.html`].find((each) => site.files.has(each));
}

const isAnsweredElsewhere = (address: string): boolean => {
  const path = pathOf(address);
  return path === '' || isPortalPath(path) || servedElsewhere.test(path);
};

function policyProblems(page: string, html: string, allowedInlineScript: string): string[] {
  const problems: string[] = [];
  const names = html.replace(/="[^"]*"/g, '=""');
  // The whole pattern is slow, and hardly ever needed.
  if (names.includes(' style=""') && /<[^>]+ style=""/.test(names))
    problems.push(`${page}: has an inline style`);
  if (/ on[a-z]+=""/.test(names) && /<[^>]+ on[a-z]+=""/.test(names))
    problems.push(`${page}: has an inline event handler`);
  for (const [, attrs = '', body = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const isData = /application\/(ld\+)?json/.test(attrs);
    if (body !== '' && !isData && body !== allowedInlineScript) {
      problems.push(`${page}: has an inline script that the policy does not name`);
    }
  }
  return problems;
}

/** How the content security policy names an inline script. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const isPage = (file: string): boolean => file.endsWith('.html') && !file.startsWith('portal/');

/**
 * Crawls a built ledger: every DAT has its pages, every link of the site leads somewhere, links lead
 * to every page, nothing breaks the content security policy, every page keeps its weight and says what it is. Returns
 * what is wrong.
 */
export function checkSite(dir: string, expected: SiteExpectations): string[] {
  const site: Site = { dir, files: new Set(listFiles(dir)) };
  const weigh = pageWeigher(site);
  const checkHead = headChecker(site);
  const links = new Map<string, string[]>();
  const problems = expected.datIds
    .flatMap(datFiles)
    .filter((file) => !site.files.has(file))
    .map((file) => `${file} is missing`);

  for (const page of [...site.files].filter(isPage)) {
    const html = withoutBracketsInValues(readFileSync(join(dir, page), 'utf8'));
    const targets: string[] = [];
    for (const address of new Set(attributes(html, /(?:href|src)="(\/(?!\/)[^"]*)"/g))) {
      const file = fileOf(site, address);
      if (file) targets.push(file);
      else if (!isAnsweredElsewhere(address)) problems.push(`${page}: nothing answers ${address}`);
    }
    links.set(page, targets);
    problems.push(...policyProblems(page, html, expected.allowedInlineScript));
    problems.push(...checkHead(page, html));
    problems.push(...weigh(page, html));
  }
  const known = (expected.takenDownIds ?? []).map((id) => `viewdat/${id}.html`);
  const unreachable = unreachablePages(links, ['index.html', ...known]).map(
    (page) => `${page}: no link leads there`,
  );
  return [...problems, ...unreachable];
}
