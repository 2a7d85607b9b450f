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
  type PageGroup,
  type PlannedPages,
  plannedFolders,
  planPages,
} from '../ledger/src/plan.ts';
import { type PlannedOutline, writeOutline } from '../ledger/src/rows/outline.ts';
import { allDone } from './all-done.ts';
import { placePictures } from './artwork/prepare-pictures.ts';
import { drawersFor, type LedgerBuilder } from './build-ledger.ts';
import { isFineByChanges, type PageBefore, pageBefore } from './check-changes.ts';
import { checkSite, type SiteExpectations } from './check-site.ts';
import { writeDataFiles } from './data-files.ts';
import type { DrawnFile } from './drawn-share.ts';
import { listFiles } from './fingerprint.ts';
import { addressOfSite, choosePortalDir, witnessLines } from './input-names.ts';
import { fetchLiveCheckpoint, readLiveCheckpoint } from './live-checkpoint.ts';
import { addLog } from './log-files.ts';
import { type Problem, tellProblem } from './page-record.ts';
import { type Log, RebuildError, type RebuildOptions } from './rebuild-options.ts';
import { picturesCache } from './root.ts';
import { PagesAside } from './set-aside.ts';
import { cardText, writeShareImages } from './share/share-images.ts';
import { datIn, type SiteRows, worksIn } from './site-rows.ts';
import type { Keys, KnownParts, SiteState } from './site-state.ts';
import { SiteTree } from './site-tree.ts';

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
  /** Whether new lines are appended to the live site's log. */
  readonly canKeepLog: boolean;
}

export interface Last extends KnownParts {
  readonly keys: Keys;
}

/** A checked site. Its pages are written to the builder's memory, in a transaction that is still open. */
export interface BuiltSite {
  readonly site: SiteTree;
  readonly parts: KnownParts;
}

async function addPictures({ options, rows, state }: Build, site: SiteTree): Promise<void> {
  const { log, picturesDir: cacheDir = picturesCache } = options;
  const works = worksIn(rows.known.rows);
  const pictures = works.flatMap((own) => own.pictures);
  placePictures(site, cacheDir, pictures);
  const textOf = (id: string) => cardText(datIn(state, id));
  const drawn = await writeShareImages(site, works, cacheDir, textOf);
  if (drawn > 0) log(`${drawn} pictures drawn for shared links.`);
}

/** Adds the public log. @throws RebuildError for a broken log, which people must look at */
async function addPublicLog(build: Build, site: SiteTree): Promise<void> {
  const { options, publicLog, work, canKeepLog } = build;
  if (!publicLog) return;
  // A log that was cut or rewritten stops here: the live checkpoint is binding.
  const { liveUrl, siteDir } = options;
  const problem = await addLog(site, publicLog, {
    work: join(work, 'log'),
    live: liveUrl ? await fetchLiveCheckpoint(liveUrl) : readLiveCheckpoint(siteDir),
    isContinued: site.isUntouched && canKeepLog,
    witnesses: witnessLines(options),
    log: options.log,
  });
  if (problem) throw new RebuildError(`The public log is broken: ${problem}.`);
}

/** Adds scripts, styles and the portal; a site that began as the live one has them. */
async function addFixed({ options, builder }: Build, site: SiteTree): Promise<void> {
  if (site.isLikeLive) return;
  await builder.addFixed(site.dir);
  addPortal(site.dir, choosePortalDir(options), options.log);
  for (const file of listFiles(site.dir)) site.written(file);
}

const datsDrawn = ({ drawn }: Plan): string[] =>
  drawn.flatMap(({ pages: [first] }) => (first?.route === datRoute ? [first.params.id ?? ''] : []));

function fixedOf(outline: PlannedOutline, site: SiteTree, last: Keys) {
  const keys = fixedFiles(outline);
  const isKept = (file: string) => last.get(file) === keys.get(file) && site.has(file);
  return { keys, kept: [...keys.keys()].filter(isKept) };
}

interface Plan {
  readonly drawn: readonly PageGroup[];
  readonly keys: Keys;
}

function planOf(
  pages: Iterable<PlannedPages>,
  last: Keys,
  isThere: (pages: PlannedPages) => boolean,
): Plan {
  const drawn: PageGroup[] = [];
  const keys = new Map<string, string>();
  for (const own of pages) {
    const { name, key, group } = own;
    keys.set(name, key);
    if (last.get(name) !== key || !isThere(own)) drawn.push(group());
  }
  return { drawn, keys };
}

/**
 * Plans the pages, and removes those that no longer exist.
 *
 * @param last the keys of the live site's files
 * @param fixed the keys of unplanned files
 */
function planSite(
  outline: PlannedOutline,
  site: SiteTree,
  { last, fixed }: Readonly<Record<'last' | 'fixed', Keys>>,
): Plan {
  const pages = () => planPages(outline);
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

/** Records the drawn pages. @returns their former records, and the files that could not be drawn */
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
 * Checks the site: only the changes, if that is enough.
 *
 * @param drawn the drawn pages, with their former records
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

/** Sets unfit pages aside until the remaining ones are sound. */
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

/** Drops the keys of pages that the next rebuild has to draw again. */
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

const nothingKnown = { chunks: () => new Set<string>(), piece: () => undefined };

async function addOthers(
  build: Build,
  site: SiteTree,
  { last, kept }: { readonly last: Last | undefined; readonly kept: readonly string[] },
) {
  const { options, outline, state } = build;
  const { env = process.env } = options;
  await addFixed(build, site);
  const datOf = (id: string) => datIn(state, id);
  const source = { outline, datOf, site: addressOfSite(env), kept };
  const chunks = await writeDataFiles(site, source, last ? state : nothingKnown);
  await addPublicLog(build, site);
  await addPictures(build, site);
  return chunks;
}

/**
 * Builds and checks the site, reusing the pages that `last` knows.
 *
 * @returns a problem instead of the site, when a reused page is at fault
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
    outDir,
    outlineFile,
    rowsFile: state.path,
    isReplacing: site.isLikeLive,
    kept,
    drawers: drawersFor(changed.length),
    plan: plan.drawn,
  });
  // Other processes draw the pages; this one writes the rest meanwhile.
  const others = addOthers(build, site, { last, kept });
  const [files, chunks] = await allDone([begun.drawn, others]);
  state.begin();
  if (!last) state.forgetPages();
  // A site that is live elsewhere is built whole each time.
  if (!options.liveUrl) state.setChunks(chunks);
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
  const leftOut = [...aside.list(), ...outline.namesWithoutPage.map(tellName)];
  return { site, parts: { takenDown: takenDownIn(outline), leftOut } };
}

/**
 * Builds and checks the site, with as little work as possible.
 *
 * @param last the live site, if its pages may be reused
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
