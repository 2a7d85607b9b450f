import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { remarkLines } from '@datchain/ledger/src/remarks.ts';
import {
  indexRows,
  type RowIndex,
  readStoredData,
  type SnapshotReading,
  snapshotOf,
} from '@datchain/ledger/src/snapshot.ts';
import { writeSnapshot } from '@datchain/ledger/src/snapshot-file.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { allDone } from './all-done.ts';
import type { PreparedPictures } from './artwork/fetch-pictures.ts';
import { sleeveFolder } from './artwork/own-artwork.ts';
import { preparePictures } from './artwork/prepare-pictures.ts';
import { artworkStorage, previewsAddress } from './artwork/storage-address.ts';
import {
  type BuildInfo,
  buildInfoFile,
  currentCommit,
  fetchLiveCheckpoint,
  fetchLiveSite,
  readBuildInfo,
  readRowIndex,
  rowIndexFile,
} from './build-info.ts';
import { drawersFor, LedgerBuilder } from './build-ledger.ts';
import { type CheckedSite, checkSite } from './check-site.ts';
import { drawnForDump, writeDump } from './dump.ts';
import { fingerprint } from './fingerprint.ts';
import { nameOfCopy, nameOfData, nameOfSources, portalOf, witnessLines } from './input-names.ts';
import {
  differencesOf,
  type Kept,
  keepPages,
  keptOf,
  nothingKept,
  writeKnown,
} from './kept-pages.ts';
import { takeLock } from './lock.ts';
import { logDir, treeDir, writeLogFiles } from './log-files.ts';
import type { SitePages } from './page-records.ts';
import { moveDir, nextVersionDir, publish } from './publish.ts';
import {
  type Log,
  RebuildError,
  type RebuildOptions,
  type RebuildResult,
} from './rebuild-options.ts';
import { root } from './root.ts';
import { noteTrees, takeSecondTree } from './second-tree.ts';
import { readSeen, writeSeen } from './seen-data.ts';
import { shareImagePaths, writeShareImages } from './share/share-images.ts';
import { datFiles } from './site-files.ts';
import { liveLogIn } from './tree-files.ts';
import { makeWorkDir } from './work-dir.ts';

function addPortal(site: string, portalDir: string, log: Log): void {
  if (existsSync(join(portalDir, 'index.html'))) {
    cpSync(portalDir, join(site, 'portal'), { recursive: true });
  } else log(`The portal is left out: there is no build of it in ${portalDir}.`);
}

/** A site of fewer DATs than this may lose some of them without a word. */
const FEW_DATS = 20;

/** Databases that suddenly hold little are more likely broken than right. */
function refuseLoss(now: number, before: number): void {
  const isLoss = now === 0 ? before > 0 : before >= FEW_DATS && now < before * 0.9;
  if (!isLoss) return;
  const held = now === 0 ? 'no DATs' : `${now} DATs`;
  throw new RebuildError(
    `The databases hold ${held}, but the live site has ${before}. Nothing was published; --allow-empty publishes it all the same.`,
  );
}

interface Build {
  readonly options: RebuildOptions;
  readonly builder: LedgerBuilder;
  readonly publicLog: PublicLog | undefined;
  readonly reading: SnapshotReading;
  readonly rows: RowIndex;
  readonly work: string;
  readonly built: string;
  readonly pictures: PreparedPictures;
  /** The live site. */
  readonly before: BuildInfo | undefined;
  /** Whether the log goes on from the live site's files. */
  readonly canKeepLog: boolean;
}

const picturesCache = join(root, 'node_modules/.cache/datchain');

/** Adds the artwork of releases, and the pictures that are shown beside shared links. */
async function addPictures({ options, reading, built, pictures }: Build): Promise<void> {
  const { log, pictureDirs = [] } = options;
  await pictures.place(built);
  const drawn = await writeShareImages(built, reading.dats, {
    pictureDirs: [...pictureDirs, { path: `/${sleeveFolder}`, dir: join(built, sleeveFolder) }],
    cacheDir: join(picturesCache, 'share-images'),
  });
  if (drawn > 0) log(`${drawn} pictures drawn for shared links.`);
}

const logFolder = ({ work }: Build): string => join(work, 'log');

/**
 * Writes the public log beside the site. It must be sound: a broken one is for people to look at, not
 * for visitors.
 */
async function makePublicLog(build: Build): Promise<void> {
  const { options, publicLog } = build;
  if (!publicLog) return;
  rmSync(logFolder(build), { recursive: true, force: true });
  // What the live site has signed is not taken back: a log that was cut or rewritten stops here.
  const { liveUrl, siteDir } = options;
  const live = liveUrl
    ? { checkpoint: await fetchLiveCheckpoint(liveUrl) }
    : { ...liveLogIn(join(siteDir, treeDir)), canBeKept: build.canKeepLog };
  const witnessing = { lines: witnessLines(options), log: options.log };
  const problem = await writeLogFiles(logFolder(build), publicLog, live, witnessing);
  if (problem) throw new RebuildError(`The public log is broken: ${problem}.`);
}

/** Adds the public log to what the site has for programs. */
function placePublicLog(build: Build): void {
  if (!build.publicLog) return;
  const from = join(logFolder(build), logDir);
  mkdirSync(join(build.built, logDir), { recursive: true });
  for (const name of readdirSync(from)) {
    renameSync(join(from, name), join(build.built, logDir, name));
  }
}

/** Adds what is not drawn from the data. */
async function makeOthers(build: Build, toTakeOver: readonly string[]): Promise<void> {
  await makePublicLog(build);
  keepPages(toTakeOver, build.options.siteDir, build.built);
  await addPictures(build);
  placePublicLog(build);
}

/** Builds all pages but those of `kept`, which the live site has, and checks the site. */
async function buildPages(build: Build, kept: Kept): Promise<CheckedSite & SitePages> {
  const { options, builder, reading, rows, work, built } = build;
  const datIds = reading.dats.map(({ id }) => id);
  const snapshotFile = join(work, 'snapshot.jsonl');
  const keptFile = join(work, 'kept.json');
  const addresses = {
    shareImages: shareImagePaths(reading.dats),
    previews: previewsAddress(artworkStorage(options.env ?? process.env)),
  };
  writeSnapshot(snapshotFile, snapshotOf(reading, rows, addresses));
  writeFileSync(keptFile, JSON.stringify(kept.datIds));
  rmSync(built, { recursive: true, force: true });
  const ofDats = kept.datIds.flatMap(datFiles);
  const wanted = new Set([...ofDats, ...kept.pages.keys.keys()]);
  let there: ReadonlySet<string> = new Set();
  const toBuild = datIds.length - kept.datIds.length;
  const changed = toBuild < datIds.length ? `${toBuild} of ${datIds.length}` : toBuild;
  options.log(`Building the pages of ${changed} DATS …`);
  const { firstDrawn, pages } = await builder.begin({
    snapshotFile,
    keptFile,
    outDir: built,
    last: { siteDir: options.siteDir, keys: kept.pages.keys },
    drawers: drawersFor(toBuild),
    first: drawnForDump,
    prepare: () => {
      there = takeSecondTree(options.siteDir, wanted, built);
    },
  });
  const toTakeOver = ofDats.filter((file) => !there.has(file));
  // The pages are made by processes of their own: meanwhile this one has time for all else.
  const others = async () => {
    await makeOthers(build, toTakeOver);
    await firstDrawn;
    await writeDump(built, rows);
  };
  const [drawn] = await allDone([pages, others()]);
  // Lists can become shorter, and people can go.
  for (const file of kept.pages.keys.keys()) {
    if (!drawn.keys.has(file)) rmSync(join(built, file), { force: true });
  }
  const takenDownIds = reading.dats.filter((dat) => dat.takenDown).map(({ id }) => id);
  const taken = [...ofDats, ...drawn.keys.keys()].flatMap((file) => {
    const record = kept.pages.records.get(file);
    return record ? [[file, record] as const] : [];
  });
  const known = new Map([...taken, ...drawn.records]);
  const expected = { datIds, takenDownIds, allowedInlineScript: sessionHintScript };
  return { ...checkSite(built, expected, known), keys: drawn.keys };
}

/**
 * Builds and checks the site, as little of it as can be.
 *
 * @returns what is known of its pages, and what was taken over
 */
async function buildSite(build: Build, canKeep: Kept): Promise<{ known: SitePages; kept: Kept }> {
  const { log } = build.options;
  let kept = canKeep;
  let { problems, ...known } = await buildPages(build, kept);
  if (problems.length > 0 && kept.datIds.length + kept.pages.keys.size > 0) {
    log(`With pages of the last build: ${problems[0]}. Building all of them.`);
    kept = nothingKept;
    ({ problems, ...known } = await buildPages(build, kept));
  }
  if (problems.length === 0) return { known, kept };
  const shown = problems.slice(0, 20).map((problem) => `  ${problem}`);
  throw new RebuildError(
    `The built pages are not fit to publish (${problems.length} problems):\n${shown.join('\n')}`,
  );
}

/** Adds to the pages what else the site serves. */
function assemble({ options, rows, built }: Build, info: BuildInfo): void {
  addPortal(built, portalOf(options), options.log);
  writeFileSync(join(built, buildInfoFile), `${JSON.stringify(info)}\n`);
  writeFileSync(join(built, rowIndexFile), `${JSON.stringify(rows)}\n`);
}

/** What is known of the live site before anything is read. */
interface Known {
  readonly before: { readonly info: BuildInfo | undefined; readonly rows: RowIndex };
  /** The name of the sources, and whether the live site was built from the same. */
  readonly sources: string;
  readonly isSameSources: boolean;
  /** The name of what would be read, where it has one. */
  readonly copy: string | undefined;
}

/** The outcome of a rebuild that found nothing to do. */
function nothingChanged(log: Log, rest: Pick<RebuildResult, 'badRows' | 'remarks'>): RebuildResult {
  log('Nothing changed since the last rebuild.');
  return { published: false, pages: 0, ...rest };
}

async function rebuild(options: RebuildOptions, publicLog?: PublicLog): Promise<RebuildResult> {
  const { siteDir, log, force, liveUrl } = options;
  const before = liveUrl
    ? await fetchLiveSite(liveUrl)
    : { info: readBuildInfo(siteDir), rows: readRowIndex(siteDir) };
  const sources = nameOfSources(options);
  const isSameSources = before.info?.sources === sources;
  const copy = await nameOfCopy(options, publicLog);
  const seen = readSeen(siteDir);
  const isSeen = copy !== undefined && seen?.copy === copy;
  if (!force && isSameSources && isSeen && seen.snapshot === before.info?.snapshot) {
    return nothingChanged(log, { badRows: [], remarks: [] });
  }
  const builder = new LedgerBuilder(options.env ?? process.env);
  try {
    return await readAndBuild(options, publicLog, builder, {
      before,
      sources,
      isSameSources,
      copy,
    });
  } finally {
    await builder.close();
  }
}

/** Reads the data, and builds and publishes the site where they have changed. */
async function readAndBuild(
  options: RebuildOptions,
  publicLog: PublicLog | undefined,
  builder: LedgerBuilder,
  { before, sources, isSameSources, copy }: Known,
): Promise<RebuildResult> {
  const { siteDir, log, read, force, allowEmpty, dryRun, liveUrl } = options;
  const stored = readStoredData(await read());
  const pictures = await preparePictures(stored.dats, {
    storage: artworkStorage(options.env ?? process.env),
    cacheDir: picturesCache,
  });
  const reading = { ...stored, dats: pictures.dats };
  const { badRows, remarks, dats } = reading;
  for (const { row, problem } of badRows) log(`Bad row left out: ${row} ${problem}.`);
  for (const problem of pictures.problems) log(problem);
  for (const line of remarkLines(remarks)) log(line);
  // What is to be reported is read, and reported, each time.
  const isFine = badRows.length + remarks.length + pictures.problems.length === 0;

  const readAt = Date.now();
  const rows = indexRows(reading, before.rows, { readAt, fingerprint });
  const now = { snapshot: await nameOfData(options, rows, publicLog), sources };
  const keepSeen = () => {
    if (copy !== undefined && isFine) writeSeen(siteDir, { copy, snapshot: now.snapshot });
  };
  if (!force && before.info?.snapshot === now.snapshot && isSameSources) {
    keepSeen();
    return nothingChanged(log, { badRows, remarks });
  }
  if (!allowEmpty) refuseLoss(dats.length, before.info?.dats ?? 0);

  const work = makeWorkDir(root);
  try {
    const built = join(work, 'site');
    const canKeep = isSameSources && !force && !liveUrl;
    const build = {
      options,
      builder,
      publicLog,
      reading,
      rows,
      work,
      built,
      pictures,
      before: before.info,
      // The first rebuild of each day writes all of the log once more.
      canKeepLog: canKeep && utcDay(Date.parse(before.info?.time ?? '')) === utcDay(readAt),
    };
    const datIds = dats.map(({ id }) => id);
    const { known, kept } = await buildSite(
      build,
      canKeep ? keptOf(siteDir, datIds, before, rows) : nothingKept,
    );
    const pages = known.records.size;
    const time = new Date(readAt).toISOString();
    const info = { time, commit: currentCommit(root), ...now, dats: dats.length };
    assemble(build, info);
    if (dryRun) {
      log(`${pages} pages built and checked; nothing published (dry run).`);
      return { published: false, pages, badRows, remarks };
    }
    const next = nextVersionDir(siteDir, `${readAt}`);
    moveDir(built, next);
    const versionBefore = publish(next, siteDir);
    writeKnown(siteDir, info, known);
    // Two trees that have nothing in common are of no use to each other.
    if (versionBefore !== undefined && kept.datIds.length > 0) {
      noteTrees(siteDir, versionBefore, differencesOf(datIds, kept, known));
    }
    keepSeen();
    log(`${pages} pages published to ${siteDir}.`);
    return { published: true, pages, badRows, remarks };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Rebuilds the public ledger from the databases: read → validated snapshot → stop when the live
 * site was built from the same → build → check → assemble with the portal → publish at one instant.
 *
 * @throws RebuildError when another rebuild is running, when the site would be emptied, or when the
 * built pages fail the checks; any error leaves the site as it was.
 */
export async function rebuildSite(options: RebuildOptions): Promise<RebuildResult> {
  const siteDir = resolve(options.siteDir);
  mkdirSync(dirname(siteDir), { recursive: true });
  const lockDir = `${siteDir}.lock`;
  const release = takeLock(lockDir);
  if (!release) {
    throw new RebuildError(`Another rebuild of ${siteDir} is running (${lockDir}).`);
  }
  try {
    const publicLog = await options.openLog?.();
    return await rebuild({ ...options, siteDir }, publicLog);
  } finally {
    release();
  }
}
