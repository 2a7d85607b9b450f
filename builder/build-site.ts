import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import type { LastPieces } from '@datchain/ledger/src/exports/pieces.ts';
import { datName, fixedFiles, plannedFolders, planPages } from '@datchain/ledger/src/plan.ts';
import { outlineOf, type PlannedOutline, writeOutline } from '@datchain/ledger/src/rows/outline.ts';
import { RowFile } from '@datchain/ledger/src/rows/row-file.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { allDone } from './all-done.ts';
import { sleeves } from './artwork/own-artwork.ts';
import { placeAll } from './artwork/prepare-pictures.ts';
import { fetchLiveCheckpoint } from './build-info.ts';
import { drawersFor, type LedgerBuilder } from './build-ledger.ts';
import { checkSite, type SiteExpectations } from './check-site.ts';
import { drawnForDump, writeDump } from './dump.ts';
import { listFiles } from './fingerprint.ts';
import { portalOf, witnessLines } from './input-names.ts';
import { type KnownSite, type Plan, planOf } from './known-site.ts';
import { treeDir } from './log-files.ts';
import { addLog } from './log-in-site.ts';
import { type Log, RebuildError, type RebuildOptions } from './rebuild-options.ts';
import { picturesCache } from './root.ts';
import { shareImage, writeShareImages } from './share/share-images.ts';
import { datIn, rowsFileOf, type SiteRows } from './site-rows.ts';
import { SiteTree } from './site-tree.ts';
import { liveLogIn } from './tree-files.ts';

function addPortal(site: string, portalDir: string, log: Log): void {
  if (existsSync(join(portalDir, 'index.html'))) {
    cpSync(portalDir, join(site, 'portal'), { recursive: true });
  } else log(`The portal is left out: there is no build of it in ${portalDir}.`);
}

/** What a site is built from. */
export interface Build {
  readonly options: RebuildOptions;
  readonly builder: LedgerBuilder;
  readonly publicLog: PublicLog | undefined;
  readonly rows: SiteRows;
  readonly work: string;
  /** Whether the log goes on from the live site's files. */
  readonly canKeepLog: boolean;
}

/** A site that was built and checked, and what is known of it. */
export interface BuiltSite {
  readonly site: SiteTree;
  readonly known: KnownSite;
}

/**
 * Adds the artwork of releases, and the pictures that are shown beside shared links.
 *
 * @returns the files that stand in for one of these
 */
async function addPictures(
  { options, rows }: Build,
  site: SiteTree,
  standIns: KnownSite['standIns'],
): Promise<readonly string[]> {
  const { siteDir, log, pictureDirs = [] } = options;
  placeAll(site, picturesCache, rows.pictures);
  const { folder } = sleeves;
  const file = RowFile.read(rowsFileOf(siteDir));
  try {
    const given = await writeShareImages(site, rows.shareImages, {
      standIns,
      pictureDirs: [...pictureDirs, { path: `/${folder}`, dir: join(site.dir, folder) }],
      cacheDir: join(picturesCache, 'share-images'),
      textOf: (id) => shareImage(datIn(file, id)).text,
    });
    if (given.drawn > 0) log(`${given.drawn} pictures drawn for shared links.`);
    return given.standIns;
  } finally {
    file.close();
  }
}

/**
 * Adds the public log. It must be sound: a broken one is for people to look at, not for visitors.
 */
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

/** The DATS whose own pages show something else than those of the last site, or are new. */
const changedDats = ({ briefs }: PlannedOutline, last: KnownSite['keys']): string[] =>
  briefs.filter(({ id, key }) => last.get(datName(id)) !== key).map(({ id }) => id);

/** Says where the pieces of large files are that the last site has; undefined without any. */
function writeLastPieces(
  path: string,
  { pieces }: KnownSite,
  siteDir: string,
  changed: readonly string[],
): string | undefined {
  if (!pieces) return undefined;
  const { ids, files } = pieces;
  const known: LastPieces = { siteDir, ids, files: Object.fromEntries(files), changed };
  writeFileSync(path, JSON.stringify(known));
  return path;
}

/** The files without a plan that stay as they are, and the keys of all that have one. */
function fixedOf(outline: PlannedOutline, site: SiteTree, last: KnownSite['keys']) {
  const keys = fixedFiles(outline);
  const isKept = (file: string) => last.get(file) === keys.get(file) && site.has(file);
  return { keys, kept: [...keys.keys()].filter(isKept) };
}

/** Plans the pages of a site, and removes from it those that there are no more. */
function planSite(outline: PlannedOutline, site: SiteTree, last: KnownSite['keys']): Plan {
  const pages = [...planPages(outline)];
  const plan = planOf(pages, last, site.files);
  // Mostly there are no others.
  if (site.countBelow(plannedFolders) > plan.present) {
    site.removeOthers(plannedFolders, new Set(pages.flatMap(({ files }) => files())));
  }
  return plan;
}

function expectedOf({ briefs }: PlannedOutline): SiteExpectations {
  const datIds = briefs.map(({ id }) => id);
  const takenDownIds = briefs.filter(({ isTakenDown }) => isTakenDown).map(({ id }) => id);
  return { datIds, takenDownIds, allowedInlineScript: sessionHintScript };
}

function sayWhatChanged(changed: number, { briefs }: PlannedOutline, log: Log): void {
  const count = changed < briefs.length ? `${changed} of ${briefs.length}` : briefs.length;
  log(`Building the pages of ${count} DATS …`);
}

/** Builds all pages but those of which `last` says that the live site has them, and checks the site. */
async function buildPages(
  build: Build,
  last: KnownSite | undefined,
): Promise<BuiltSite & { problems: readonly string[] }> {
  const { options, builder, rows, work } = build;
  const { siteDir } = options;
  const outDir = join(work, 'site');
  const site = last ? SiteTree.likeLive(siteDir, outDir) : SiteTree.empty(outDir);
  const lastKeys: KnownSite['keys'] = last?.keys ?? new Map();
  const outline = outlineOf(rows.known, rows.index);
  const outlineFile = join(work, 'outline.json');
  writeOutline(outlineFile, outline);
  const changed = changedDats(outline, lastKeys);
  sayWhatChanged(changed.length, outline, options.log);
  const fixed = fixedOf(outline, site, lastKeys);
  const keys = new Map(fixed.keys);
  const { firstDrawn, drawn } = await builder.begin({
    ...{ outDir, outlineFile, rowsFile: rowsFileOf(siteDir), isReplacing: site.isLikeLive },
    piecesFile: last && writeLastPieces(join(work, 'pieces.json'), last, siteDir, changed),
    ...{ kept: fixed.kept, first: drawnForDump, drawers: drawersFor(changed.length) },
    plan: () => {
      const plan = planSite(outline, site, lastKeys);
      for (const [name, key] of plan.keys) keys.set(name, key);
      return plan.drawn;
    },
  });
  // The pages are made by processes of their own: meanwhile this one has time for all else.
  const others = async () => {
    await addFixed(build, site);
    await addPublicLog(build, site);
    const standIns = await addPictures(build, site, last?.standIns);
    await firstDrawn;
    const lastDump = last?.dump && { siteDir, dump: last.dump };
    const dump = await writeDump(site, outline.changedAt, lastDump);
    return { parts: { dump, standIns }, pages: last?.records.only(site.files) };
  };
  const [{ files, records, pieces }, { parts, pages }] = await allDone([drawn, others()]);
  for (const file of files) site.written(file);
  pages?.add(records);
  const checked = checkSite(outDir, expectedOf(outline), pages ?? records, site.files);
  const ids = outline.briefs.map(({ id }) => id);
  return {
    site,
    problems: checked.problems,
    known: { records: checked.records, keys, pieces: { ids, files: [...pieces] }, ...parts },
  };
}

/**
 * Builds and checks the site, as little of it as can be.
 *
 * @param last what is known of the live site, if its pages may be taken over
 */
export async function buildSite(build: Build, last: KnownSite | undefined): Promise<BuiltSite> {
  const { log } = build.options;
  let { problems, ...built } = await buildPages(build, last);
  if (problems.length > 0 && last) {
    log(`With pages of the last build: ${problems[0]}. Building all of them.`);
    ({ problems, ...built } = await buildPages(build, undefined));
  }
  if (problems.length === 0) return built;
  const shown = problems.slice(0, 20).map((problem) => `  ${problem}`);
  throw new RebuildError(
    `The built pages are not fit to publish (${problems.length} problems):\n${shown.join('\n')}`,
  );
}
