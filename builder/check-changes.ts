import { plannedFolders } from '../ledger/src/plan.ts';
import { answerFinder, NOTHING, nameOf } from './check-site.ts';
import type { PageRecords } from './packed-records.ts';
import type { PageRecord } from './page-record.ts';
import { pageWeigher } from './page-weight.ts';
import type { Site } from './site-files.ts';

export interface SiteChanges {
  readonly records: PageRecords;
  /** The pages that were drawn, with what the site before had in their places. */
  readonly drawn: ReadonlyMap<string, PageRecord | undefined>;
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
export function isFineByChanges(site: Site, { records, drawn, different }: SiteChanges): boolean {
  const { files } = site;
  const gone = new Set([...different].filter((file) => !files.has(file)));
  if ([...gone].some(isPlanned)) return false;
  const answerOf = answerFinder(site, records);
  const weigh = pageWeigher(site, records);
  for (const [page, before] of drawn) {
    const [now, place] = [records.get(page), records.placeOf(page)];
    if (!before || !now || place === undefined || !files.has(page)) return false;
    const isSound =
      now.problems.length === 0 &&
      now.address.join() === before.address.join() &&
      now.pictures.every((file) => files.has(file)) &&
      isWithin(before.links, now.links);
    if (!isSound || weigh(page, place).length > 0) return false;
    let isAnswered = true;
    records.each(place, 'links', (link) => {
      if (answerOf(link) === NOTHING) isAnswered = false;
    });
    if (!isAnswered) return false;
  }
  return !isAnyNamed(records, gone, drawn);
}

/** The numbers of texts that name one of these files: as a path, or relative to the site's folder. */
function textsNaming(records: PageRecords, files: ReadonlySet<string>): Set<number> {
  const found = new Set<number>();
  for (let number = 0; number < records.texts; number += 1) {
    const text = records.text(number);
    const name = text.startsWith('/') ? nameOf(text) : text;
    if (name !== undefined && files.has(name)) found.add(number);
  }
  return found;
}

/** Whether a page that was not drawn names one of these files, as a link or as a picture. */
function isAnyNamed(
  records: PageRecords,
  files: ReadonlySet<string>,
  drawn: ReadonlyMap<string, unknown>,
): boolean {
  if (files.size === 0) return false;
  const texts = textsNaming(records, files);
  if (texts.size === 0) return false;
  const isOfThese = (text: number) => texts.has(text);
  for (const page of records.pagesWith(isOfThese)) if (!drawn.has(page)) return true;
  return false;
}
