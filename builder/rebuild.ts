import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { removeCache } from '@datchain/functions/stores/sqlite-cache.ts';
import { assetsIn } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { remarkLines } from '../ledger/src/remarks.ts';
import { buildOutline } from '../ledger/src/rows/outline.ts';
import { LostRow } from '../ledger/src/rows/row-file.ts';
import type { RowIndex } from '../ledger/src/snapshot.ts';
import { LostPicture } from './artwork/prepare-pictures.ts';
import {
  type BuildInfo,
  buildInfoFile,
  currentCommit,
  fetchLiveSite,
  readBuildInfo,
  readRowIndex,
  rowIndexFile,
  rowIndexText,
} from './build-info.ts';
import { LedgerBuilder } from './build-ledger.ts';
import { buildSite } from './build-site.ts';
import { nameOfCopy, nameOfData, nameOfSources } from './input-names.ts';
import { LedgerProcessFailed } from './ledger-process.ts';
import { stateOfSources } from './ledger-sources.ts';
import { takeLock } from './lock.ts';
import { moveDir, nextVersionDir, publish } from './publish.ts';
import {
  type Log,
  RebuildError,
  type RebuildOptions,
  type RebuildResult,
  RebuildRunning,
} from './rebuild-options.ts';
import { root } from './root.ts';
import { bringRowsUpToDate } from './site-rows.ts';
import { type KnownParts, SiteState, stateFileOf } from './site-state.ts';
import { makeWorkDir } from './work-dir.ts';

const MIN_DATS_TO_CHECK = 20;

/** Refuses to publish a sudden loss of DATS: the databases are probably broken. */
function refuseLoss(now: number, before: number): void {
  const isLoss = now === 0 ? before > 0 : before >= MIN_DATS_TO_CHECK && now < before * 0.9;
  if (!isLoss) return;
  const held = now === 0 ? 'no DATS' : `${now} DATS`;
  throw new RebuildError(
    `The databases hold ${held}, but the live site has ${before}. Nothing was published; --allow-empty publishes it all the same.`,
  );
}

/** The live site and the inputs, known before any data is read. */
interface Known {
  readonly memory: SiteState;
  /** The facts about the live site; undefined for a site that this memory did not publish. */
  readonly live: KnownParts | undefined;
  readonly before: { readonly info: BuildInfo | undefined; readonly rows: () => RowIndex };
  /** The hash of the sources, and whether it is the live site's. */
  readonly sources: string;
  readonly isSameSources: boolean;
  /** The state of the copy of the databases; undefined without a copy. */
  readonly state: string | undefined;
  /** A hash of that state and the other inputs: the same hash means the same pages. */
  readonly copy: string | undefined;
}

type Reported = Pick<RebuildResult, 'badRows' | 'remarks' | 'leftOut'>;

function nothingChanged(log: Log, reported: Reported): RebuildResult {
  log('Nothing changed since the last rebuild.');
  return { published: false, pages: 0, ...reported };
}

function tellLeftOut(log: Log, leftOut: readonly LeftOut[]): readonly LeftOut[] {
  for (const { what, problem } of leftOut) log(`Left out: ${what}: ${problem}.`);
  return leftOut;
}

async function rebuild(
  options: RebuildOptions,
  memory: SiteState,
  publicLog?: PublicLog,
): Promise<RebuildResult> {
  const { siteDir, log, force, liveUrl, env = process.env } = options;
  const before = liveUrl
    ? await fetchLiveSite(liveUrl)
    : { info: readBuildInfo(siteDir), rows: () => readRowIndex(siteDir) };
  const sourcesState = stateOfSources(env);
  const sources = nameOfSources(options, sourcesState);
  const isSameSources = before.info?.sources === sources;
  const state = await options.refresh?.();
  const copy = state === undefined ? undefined : nameOfCopy(state, options, publicLog);
  const seen = memory.seen();
  const isSeen = copy !== undefined && seen?.copy === copy;
  const live = memory.parts(before.info);
  if (!force && live && isSameSources && isSeen && before.info?.snapshot === seen.snapshot) {
    const leftOut = tellLeftOut(log, live.leftOut ?? []);
    return nothingChanged(log, { badRows: [], remarks: [], leftOut });
  }
  const builder = new LedgerBuilder(env, sourcesState);
  try {
    return await readAndBuild(options, publicLog, builder, {
      memory,
      live,
      before,
      sources,
      isSameSources,
      state,
      copy,
    });
  } finally {
    await builder.close();
  }
}

async function readAndBuild(
  options: RebuildOptions,
  publicLog: PublicLog | undefined,
  builder: LedgerBuilder,
  { memory, live, before, sources, isSameSources, state, copy }: Known,
): Promise<RebuildResult> {
  const { siteDir, log, force, allowEmpty, dryRun, liveUrl } = options;
  const readAt = Date.now();
  const canKeep = isSameSources && !force && !liveUrl;
  // One process starts early for a few pages. Where all are drawn, reading needs the processors first.
  if (canKeep) builder.expect(1);
  // Reading blocks this process for seconds, so the child process is started first.
  await setImmediate();
  const made = { copy: state, sources, readAt };
  const read: RebuildOptions['read'] = async (now) => {
    const data = await options.read(now);
    if (!canKeep) builder.expect(data.summaries.flatMap(({ value }) => assetsIn(value)).length);
    return data;
  };
  const rows = await bringRowsUpToDate(memory, { ...options, read }, before.rows, made);
  const { badRows, remarks, problems } = rows;
  const badThings = badRows.map(({ row, problem }) => ({ what: row, problem }));
  const unread = tellLeftOut(log, [...badThings, ...problems]);
  for (const line of remarkLines(remarks)) log(line);
  // Reported problems are read, and reported, each time.
  const isFine = badRows.length + remarks.length + problems.length === 0;

  const now = { snapshot: await nameOfData(options, rows.known.rows, publicLog), sources };
  const keepSeen = () => {
    if (copy !== undefined && isFine) memory.setSeen({ copy, snapshot: now.snapshot });
  };
  if (!force && live && before.info?.snapshot === now.snapshot && isSameSources) {
    keepSeen();
    const leftOut = [...unread, ...tellLeftOut(log, live.leftOut ?? [])];
    return nothingChanged(log, { badRows, remarks, leftOut });
  }
  const outline = buildOutline(rows.known);
  const dats = outline.briefs.length;
  if (!allowEmpty) refuseLoss(dats, before.info?.dats ?? 0);

  const work = makeWorkDir(root);
  try {
    const build = {
      options,
      builder,
      publicLog,
      rows,
      state: memory,
      outline,
      work,
      // The first rebuild of each day writes the whole log.
      canKeepLog: canKeep && utcDay(Date.parse(before.info?.time ?? '')) === utcDay(readAt),
    };
    const known = canKeep ? live : undefined;
    const { site, parts } = await buildSite(build, known && { ...known, keys: memory.keys() });
    const pages = memory.pageCount;
    const leftOut = [...unread, ...tellLeftOut(log, parts.leftOut ?? [])];
    const reported = { pages, badRows, remarks, leftOut };
    const time = new Date(readAt).toISOString();
    const info = { time, commit: currentCommit(root), ...now, dats };
    site.write(buildInfoFile, `${JSON.stringify(info)}\n`);
    site.write(rowIndexFile, `${rowIndexText(rows.known.rows)}\n`);
    if (dryRun) {
      log(`${pages} pages built and checked; nothing published (dry run).`);
      return { published: false, ...reported };
    }
    const next = nextVersionDir(siteDir, `${readAt}`);
    moveDir(site.dir, next);
    const versionBefore = publish(next, siteDir);
    // A difference between unrelated versions is of no use.
    const isNoted = versionBefore !== undefined && site.isLikeLive;
    memory.setTrees(isNoted ? site.notes(siteDir, versionBefore) : undefined);
    keepSeen();
    memory.keepSite(info, parts);
    log(`${pages} pages published to ${siteDir}.`);
    return { published: true, ...reported };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Tells whether a damaged memory may be the cause: it cannot be read or drawn from, or names lost pictures. */
const mayBeMemory = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  error instanceof LostPicture ||
  error instanceof LostRow ||
  error instanceof LedgerProcessFailed ||
  (error instanceof Error && 'errcode' in error);

/**
 * Rebuilds the public ledger from the databases: reads and validates the data, stops if nothing changed, builds,
 * checks, and publishes at one instant.
 *
 * @throws RebuildError when another rebuild is running, when DATS are lost, or when main pages are unfit. After any
 * error the site is as it was
 */
export async function rebuildSite(options: RebuildOptions): Promise<RebuildResult> {
  const siteDir = resolve(options.siteDir);
  mkdirSync(dirname(siteDir), { recursive: true });
  const release = takeLock(`${siteDir}.lock`);
  if (!release) throw new RebuildRunning(`Another rebuild of ${siteDir} is running.`);
  // A dry run leaves the live site's memory alone, and builds all of the site with a memory of its own.
  const stateFile = `${stateFileOf(siteDir)}${options.dryRun ? '.dry-run' : ''}`;
  try {
    const run = async () => {
      const publicLog = await options.openLog?.();
      const memory = new SiteState(stateFile);
      try {
        return await rebuild({ ...options, siteDir }, memory, publicLog);
      } finally {
        memory.close();
      }
    };
    if (options.force || options.dryRun) removeCache(stateFile);
    try {
      return await run();
    } catch (error) {
      if (!mayBeMemory(error)) throw error;
      // The retry follows at once: a machine that restores its cache would restore the damaged memory each time.
      removeCache(stateFile);
      await options.mendCopy?.();
      options.log(`Building all of the site without what was known of it: ${String(error)}`);
      return await run();
    }
  } finally {
    if (options.dryRun) removeCache(stateFile);
    release();
  }
}
