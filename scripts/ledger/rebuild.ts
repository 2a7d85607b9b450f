import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PublicData } from '../../functions/stores/public-data.ts';
import { indexRows, readStoredData, snapshotOf } from '../../ledger/src/snapshot.ts';
import type { BadRow } from '../../shared/contracts/documents/asset-summary.ts';
import { sessionHintScript } from '../../shared/ui/session-hint.ts';
import { buildLedger } from './astro-build.ts';
import {
  buildInfoFile,
  currentCommit,
  fetchLiveSite,
  readBuildInfo,
  readRowIndex,
  rowIndexFile,
} from './build-info.ts';
import { checkSite } from './check-site.ts';
import { fingerprint, fingerprintFiles, listFiles } from './fingerprint.ts';
import { takeLock } from './lock.ts';
import { nextVersionDir, publish } from './publish.ts';
import type { PictureDir } from './share/pictures.ts';
import { shareImagePaths, writeShareImages } from './share/share-images.ts';

export type Log = (line: string) => void;

export interface RebuildOptions {
  /** The folder that is served; always whole, see publish. */
  readonly siteDir: string;
  readonly log: Log;
  /** Reads the public data, once. */
  readonly read: () => Promise<PublicData>;
  readonly env?: NodeJS.ProcessEnv;
  /** Build although nothing changed. */
  readonly force?: boolean;
  /** Publish a site without DATs over one that has some. */
  readonly allowEmpty?: boolean;
  /** Build and check, but leave the site as it is. */
  readonly dryRun?: boolean;
  /** The address of the live site, when it is not `siteDir` itself. */
  readonly liveUrl?: string | undefined;
  /** The portal's build; left out of the site when it is not there. */
  readonly portalDir?: string;
  /** Pictures that are served beside the site, for the pictures beside shared links. */
  readonly pictureDirs?: readonly PictureDir[];
}

export interface RebuildResult {
  /** False when nothing changed, and in a dry run. */
  readonly published: boolean;
  /** Pages of the ledger; 0 when nothing was built. */
  readonly pages: number;
  readonly badRows: readonly BadRow[];
}

/** The rebuild was refused or failed; the site is as it was. The message says what to do. */
export class RebuildError extends Error {
  override readonly name = 'RebuildError';
}

export const root = resolve(import.meta.dirname, '../..');

const sources = ['ledger', 'shared', 'package-lock.json', 'scripts/ledger', 'portal/src/lib'].map(
  (path) => join(root, path),
);

const portalFingerprint = (portalDir: string): string =>
  fingerprintFiles(listFiles(portalDir).map((file) => join(portalDir, file)));

function addPortal(site: string, portalDir: string, log: Log): void {
  if (existsSync(join(portalDir, 'index.html'))) {
    cpSync(portalDir, join(site, 'portal'), { recursive: true });
  } else log(`The portal is left out: there is no build of it in ${portalDir}.`);
}

async function rebuild(options: RebuildOptions): Promise<RebuildResult> {
  const { siteDir, log, read, env = process.env, force, allowEmpty, dryRun } = options;
  const portalDir = options.portalDir ?? join(root, 'portal/dist');
  const reading = readStoredData(await read());
  const { badRows } = reading;
  for (const { row, problem } of badRows) log(`Bad row left out: ${row} ${problem}.`);

  const before = options.liveUrl
    ? await fetchLiveSite(options.liveUrl)
    : { info: readBuildInfo(siteDir), rows: readRowIndex(siteDir) };
  const now = {
    snapshot: fingerprint([
      reading.dats,
      reading.blocks,
      reading.metrics,
      reading.figures,
      reading.histories,
    ]),
    sources: fingerprint([
      fingerprintFiles(sources),
      portalFingerprint(portalDir),
      env.SITE_URL ?? '',
    ]),
  };
  if (!force && before.info?.snapshot === now.snapshot && before.info.sources === now.sources) {
    log('Nothing changed since the last rebuild.');
    return { published: false, pages: 0, badRows };
  }
  const emptied = reading.dats.length === 0 && (before.info?.dats ?? 0) > 0;
  if (emptied && !allowEmpty) {
    throw new RebuildError(
      `The databases hold no DATs, but the live site has ${before.info?.dats}. Nothing was published; --allow-empty publishes it all the same.`,
    );
  }

  const readAt = Date.now();
  const rows = indexRows(reading, before.rows, { readAt, fingerprint });
  // Below the ledger: elsewhere Astro would put its half-built chunks into one folder that builds
  // for other sites, at the same time, share.
  const builds = join(root, 'ledger/.astro/builds');
  mkdirSync(builds, { recursive: true });
  const work = mkdtempSync(join(builds, 'ledger-'));
  try {
    const snapshotFile = join(work, 'snapshot.json');
    const shareImages = shareImagePaths(reading.dats);
    writeFileSync(snapshotFile, JSON.stringify(snapshotOf(reading, rows, shareImages)));
    log(`Building the pages of ${reading.dats.length} DATS …`);
    const built = join(work, 'site');
    await buildLedger({ root, snapshotFile, outDir: built, cacheDir: join(work, 'cache'), env });
    const pages = listFiles(built).filter((file) => file.endsWith('.html')).length;
    const problems = checkSite(built, {
      datIds: reading.dats.map(({ id }) => id),
      allowedInlineScript: sessionHintScript,
    });
    if (problems.length > 0) {
      const shown = problems.slice(0, 20).map((problem) => `  ${problem}`);
      throw new RebuildError(
        `The built pages are not fit to publish (${problems.length} problems):\n${shown.join('\n')}`,
      );
    }
    addPortal(built, portalDir, log);
    const drawn = await writeShareImages(built, reading.dats, {
      pictureDirs: options.pictureDirs ?? [],
      storageHost: env.FIREBASE_STORAGE_EMULATOR_HOST,
      cacheDir: join(root, 'node_modules/.cache/datchain/share-images'),
    });
    if (drawn > 0) log(`${drawn} pictures drawn for shared links.`);
    const info = {
      time: new Date(readAt).toISOString(),
      commit: currentCommit(root),
      ...now,
      dats: reading.dats.length,
    };
    writeFileSync(join(built, buildInfoFile), `${JSON.stringify(info)}\n`);
    writeFileSync(join(built, rowIndexFile), `${JSON.stringify(rows)}\n`);
    if (dryRun) {
      log(`${pages} pages built and checked; nothing published (dry run).`);
      return { published: false, pages, badRows };
    }
    const next = nextVersionDir(siteDir, `${readAt}`);
    cpSync(built, next, { recursive: true });
    publish(next, siteDir);
    log(`${pages} pages published to ${siteDir}.`);
    return { published: true, pages, badRows };
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
    return await rebuild({ ...options, siteDir });
  } finally {
    release();
  }
}
