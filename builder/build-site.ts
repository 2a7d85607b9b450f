import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import {
  datRoute,
  fixedFiles,
  furtherFolder,
  type PlannedPages,
  plannedFolders,
  planPages,
} from '../ledger/src/plan.ts';
import { type PlannedOutline, writeOutline } from '../ledger/src/rows/outline.ts';
import { allDone } from './all-done.ts';
import { placePictures } from './artwork/prepare-pictures.ts';
import { fetchLiveCheckpoint } from './build-info.ts';
import { drawersFor, type LedgerBuilder } from './build-ledger.ts';
import { isFineByChanges, type PageBefore, pageBefore } from './check-changes.ts';
import { checkSite, type SiteExpectations } from './check-site.ts';
import { type LastData, writeDataFiles } from './data-files.ts';
import type { DrawnFile } from './drawn-share.ts';
import { listFiles } from './fingerprint.ts';
import { addressOfSite, portalOf, witnessLines } from './input-names.ts';
import { treeDir } from './log-files.ts';
import { addLog } from './log-in-site.ts';
import { type Problem, tellProblem } from './page-record.ts';
import { type Plan, planOf } from './plan-lists.ts';
import { type Log, RebuildError, type RebuildOptions } from './rebuild-options.ts';
import { picturesCache } from './root.ts';
import { PagesAside } from './set-aside.ts';
import { cardText, writeShareImages } from './share/share-images.ts';
import { datIn, type SiteRows, worksIn } from './site-rows.ts';
import { type Keys, type KnownParts, type SiteState, stateFileOf } from './site-state.ts';
import { SiteTree } from './site-tree.ts';
import { liveLogIn } from './tree-files.ts';

function addPortal(site: string, portalDir: string, log: Log): void {
  if (existsSync(join(portalDir, 'index.html'))) {
    cpSync(portalDir, join(site, 'portal'), { recursive: true });
  } else log(`The portal is left out: there is no build of it in ${portalDir}.`);
}

export interface Build {
  readonly options: RebuildOptions;
  readonly builder: LedgerBuilder;
  readonly publicLog: PublicLog | undefined;
  readonly rows: SiteRows;
  readonly state: SiteState;
  readonly outline: PlannedOutline;
  readonly work: string;
  /** Whether the log goes on from the live site's files. */
  readonly canKeepLog: boolean;
}

/** What the live site has, if it may be taken over. */
export interface Last extends KnownParts {
  readonly keys: Keys;
}

/** A site that may be published; its pages are in the builder's memory, and not kept yet. */
export interface BuiltSite {
  readonly site: SiteTree;
  readonly parts: KnownParts;
}

/** Adds the artwork of releases, and the pictures beside shared links. */
async function addPictures({ options, rows, state }: Build, site: SiteTree): Promise<void> {
  const { log, picturesDir: cacheDir = picturesCache } = options;
  const works = worksIn(rows.known.rows);
  const pictures = works.flatMap((own) => own.pictures);
  placePictures(site, cacheDir, pictures);
  const textOf = (id: string) => cardText(datIn(state, id));
  const drawn = await writeShareImages(site, works, cacheDir, textOf);
  if (drawn > 0) log(`${drawn} pictures drawn for shared links.`);
}

/** Adds the public log. It must be sound: a broken one is for people to look at, not for visitors. */
async function addPublicLog(build: Build, site: SiteTree): Promise<void> {
  const { options, publicLog, work, canKeepLog } = build;
  if (!publicLog) return;
  // What the live site has signed is not taken back: a log that was cut or rewritten stops here.
  const { liveUrl, siteDir } = options;
  const problem = await addLog(site, publicLog, {
    work: join(work, 'log'),
    live: liveUrl
      ? { checkpoint: await fetchLiveCheckpoint(liveUrl) }
      : liveLogIn(join(siteDir, treeDir)),
    isContinued: site.isLikeLive && canKeepLog,
    witnessing: { lines: witnessLines(options), log: options.log },
  });
  if (problem) throw new RebuildError(`The public log is broken: ${problem}.`);
}

/** Adds what every site has, whatever the data; a site that began as the live one has it. */
async function addFixed({ options, builder }: Build, site: SiteTree): Promise<void> {
  if (site.isLikeLive) return;
  await builder.addFixed(site.dir);
  addPortal(site.dir, portalOf(options), options.log);
  for (const file of listFiles(site.dir)) site.written(file);
}

const datsDrawn = ({ drawn }: Plan): string[] =>
  drawn.flatMap(({ pages: [first] }) => (first?.route === datRoute ? [first.params.id ?? ''] : []));

/** The files without a plan that stay as they are, and the keys of all that have one. */
function fixedOf(outline: PlannedOutline, site: SiteTree, last: Keys) {
  const keys = fixedFiles(outline);
  const isKept = (file: string) => last.get(file) === keys.get(file) && site.has(file);
  return { keys, kept: [...keys.keys()].filter(isKept) };
}

/**
 * Plans the pages of a site, and removes from it those that there are no more.
 *
 * @param last the keys of what the live site has
 * @param fixed the keys of files without a plan
 */
function planSite(
  outline: PlannedOutline,
  site: SiteTree,
  { last, fixed }: Readonly<Record<'last' | 'fixed', Keys>>,
): Plan {
  const pages = () => planPages(outline);
  // All that was published is there, and nothing else.
  const isThere = ({ files }: PlannedPages): boolean =>
    site.isUntouched || files().every((file) => site.files.has(file));
  const plan = planOf(pages(), last, isThere);
  const isPlanned = (name: string): boolean => plan.keys.has(name) || fixed.has(name);
  if (site.isUntouched && [...last.keys()].every(isPlanned)) {
    for (const group of plan.drawn) {
      const [name = '', ...others] = group.pages.map(({ file }) => file);
      site.removeOthers([furtherFolder(name)], new Set(others));
    }
  } else if (site.isLikeLive) {
    site.removeOthers(plannedFolders, new Set([...pages()].flatMap(({ files }) => files())));
  }
  return plan;
}

const tellName = (username: string): LeftOut => ({
  what: `the page of @${username}`,
  problem: 'has no address: the name leads elsewhere',
});

const takenDownIn = ({ briefs }: PlannedOutline): string[] =>
  briefs.filter(({ isTakenDown }) => isTakenDown).map(({ id }) => id);

const expectedOf = (outline: PlannedOutline): SiteExpectations => ({
  datIds: outline.briefs.map(({ id }) => id),
  takenDownIds: takenDownIn(outline),
  allowedInlineScript: sessionHintScript,
});

/** Takes into the memory what was drawn. @returns what was known of those pages, and what could not be drawn */
function takeDrawn(state: SiteState, site: SiteTree, files: Iterable<DrawnFile>) {
  const drawn = new Map<string, PageBefore | undefined>();
  const undrawn: Problem[] = [];
  for (const { file, ...each } of files) {
    if ('problem' in each) {
      undrawn.push({ page: file, problem: each.problem });
      continue;
    }
    site.written(file);
    if (!each.record) continue;
    drawn.set(file, pageBefore(state, file));
    state.putPage(file, each.record);
  }
  return { drawn, undrawn };
}

/**
 * Checks a site: by what has changed in it, where that is enough.
 *
 * @param drawn the pages that were drawn, as they were before
 * @param leftOut the files that could not be drawn
 */
function checkPages(
  { outline, state }: Build,
  site: SiteTree,
  last: Last | undefined,
  {
    drawn,
    leftOut,
  }: Record<'drawn', ReadonlyMap<string, PageBefore | undefined>> &
    Record<'leftOut', ReadonlySet<string>>,
): readonly Problem[] {
  const isLikeBefore = site.isUntouched && isDeepStrictEqual(last?.takenDown, takenDownIn(outline));
  const changes = { state, drawn, different: site.different };
  const isFine = () => isFineByChanges({ dir: site.dir, files: site }, changes);
  if (last && isLikeBefore && leftOut.size === 0 && isFine()) return [];
  return checkSite(site.dir, site.files, { ...expectedOf(outline), leftOut }, state);
}

/** Sets pages aside until nothing is wrong with the others. */
function setAside(
  { outline, state }: Build,
  site: SiteTree,
  aside: PagesAside,
  first: readonly Problem[],
): void {
  let problems = first;
  while (problems.length > 0) {
    for (const [page, record] of aside.add(problems)) state.putPage(page, record);
    const expected = { ...expectedOf(outline), leftOut: aside.leftOut };
    problems = checkSite(site.dir, site.files, expected, state);
  }
}

/** The keys of what was drawn, without those of pages that are drawn again by the next rebuild. */
function keysWithout(keys: Keys, { drawn }: Plan, aside: PagesAside): ReadonlyMap<string, string> {
  const left = new Map(keys);
  for (const page of aside.pages.keys()) left.delete(page);
  for (const { pages } of drawn) {
    const name = pages[0]?.file;
    if (name && pages.some(({ file }) => aside.pages.has(file))) left.delete(name);
  }
  return left;
}

function sayWhatChanged(changed: number, { briefs }: PlannedOutline, log: Log): void {
  const count = changed < briefs.length ? `${changed} of ${briefs.length}` : briefs.length;
  log(`Building the pages of ${count} DATS …`);
}

/** Adds what no other process makes. @returns what is known of it */
async function addOthers(
  build: Build,
  site: SiteTree,
  last: Last | undefined,
  { changed, kept }: Pick<LastData, 'changed'> & { readonly kept: readonly string[] },
): Promise<Pick<KnownParts, 'pieces'>> {
  const { options, outline, state } = build;
  const { siteDir, env = process.env } = options;
  await addFixed(build, site);
  const datOf = (id: string) => datIn(state, id);
  const source = { outline, datOf, site: addressOfSite(env), kept };
  const lastData = last && { siteDir, pieces: last.pieces, changed };
  const pieces = await writeDataFiles(site, source, lastData);
  await addPublicLog(build, site);
  await addPictures(build, site);
  return { pieces };
}

/**
 * Builds all pages but those of which `last` says that the live site has them, and checks the site.
 *
 * @returns instead of the site a problem of a page that it would have taken over
 * @throws RebuildError when a main page is not fit to publish
 */
async function buildPages(
  build: Build,
  last: Last | undefined,
): Promise<BuiltSite | { readonly problem: Problem }> {
  const { options, builder, outline, state, work } = build;
  const { siteDir } = options;
  const outDir = join(work, 'site');
  const site = last ? SiteTree.likeLive(siteDir, outDir, state) : SiteTree.empty(outDir);
  const lastKeys: Keys = last?.keys ?? new Map();
  const outlineFile = join(work, 'outline.json');
  writeOutline(outlineFile, outline);
  const { kept, ...fixed } = fixedOf(outline, site, lastKeys);
  const plan = planSite(outline, site, { last: lastKeys, fixed: fixed.keys });
  const changed = datsDrawn(plan);
  sayWhatChanged(changed.length, outline, options.log);
  const begun = await builder.begin({
    ...{ outDir, outlineFile, rowsFile: stateFileOf(siteDir), isReplacing: site.isLikeLive },
    ...{ kept, drawers: drawersFor(changed.length), plan: plan.drawn },
  });
  // The pages are made by processes of their own: meanwhile this one has time for all else.
  const others = addOthers(build, site, last, { changed, kept });
  const [files, parts] = await allDone([begun.drawn, others]);
  state.begin();
  if (!last) state.forgetPages();
  const { drawn, undrawn } = takeDrawn(state, site, files);
  const aside = new PagesAside(site, options.liveUrl === undefined ? siteDir : undefined);
  aside.add(undrawn);
  const problems = checkPages(build, site, last, { drawn, leftOut: aside.leftOut });
  const old = last && problems.find(({ page }) => !drawn.has(page));
  if (old) {
    state.drop();
    return { problem: old };
  }
  setAside(build, site, aside, problems);
  state.setKeys(keysWithout(new Map([...fixed.keys, ...plan.keys]), plan, aside), lastKeys);
  const leftOut = [...aside.told(), ...outline.namesWithoutPage.map(tellName)];
  return { site, parts: { ...parts, takenDown: takenDownIn(outline), leftOut } };
}

/**
 * Builds and checks the site, as little of it as can be.
 *
 * @param last what is known of the live site, if its pages may be taken over
 * @throws RebuildError when a main page is not fit to publish
 */
export async function buildSite(build: Build, last: Last | undefined): Promise<BuiltSite> {
  const { log } = build.options;
  let built = await buildPages(build, last);
  if ('problem' in built) {
    log(`With pages of the last build: ${tellProblem(built.problem)}. Building all of them.`);
    built = await buildPages(build, undefined);
  }
  if ('problem' in built) throw new Error('unreachable: nothing was taken over');
  return built;
}
