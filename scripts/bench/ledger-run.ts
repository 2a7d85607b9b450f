import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { listFiles } from '@datchain/builder/fingerprint.ts';
import { rebuildSite } from '@datchain/builder/rebuild.ts';
import type { RebuildResult } from '@datchain/builder/rebuild-options.ts';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import type { PublicCopy } from '@datchain/functions/stores/public-copy.ts';
import { readPublicData } from '@datchain/functions/stores/public-data.ts';
import { readPublicChanges } from '@datchain/functions/stores/public-data-changes.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { bringUpToDate, copyOfNothing } from '@datchain/testing/server/a-copy.ts';
import { makeLedgerLog } from './ledger-log.ts';
import { makeLedger, oneChange } from './ledger-world.ts';

export interface Run {
  readonly wallSeconds: number;
  /** Processor time of all processes; depends less on other work of the machine. */
  readonly cpuSeconds: number;
  /** The peak memory of the largest page-building process; 0 if none ran. */
  readonly peakMegabytes: number;
}

export interface Measured {
  readonly dats: number;
  readonly pages: number;
  readonly files: number;
  readonly megabytes: number;
  readonly lines: number;
  /** The size of /dats-index.json after compression. */
  readonly catalogueBytes: number;
  readonly full: Run;
  readonly unchanged: Run;
  readonly oneChanged: Run;
}

const noteUsage = fileURLToPath(new URL('./note-usage.mjs', import.meta.url));

function childUsage(file: string): { cpuSeconds: number; peakMegabytes: number } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const usages: NodeJS.ResourceUsage[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const micros = usages.reduce((sum, one) => sum + one.userCPUTime + one.systemCPUTime, 0);
  return {
    cpuSeconds: micros / 1e6,
    peakMegabytes: Math.max(0, ...usages.map(({ maxRSS }) => maxRSS / 1024)),
  };
}

/**
 * Counts the lines of the log, which may have several parts, each longer than the longest string.
 */
function countLines(folder: string): number {
  let lines = 0;
  for (const file of readdirSync(folder)) {
    if (!/^ledger(-\d+)?\.jsonl$/.test(file)) continue;
    const bytes = readFileSync(join(folder, file));
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  }
  return lines;
}

let runs = 0;

interface Ledger {
  /** An up-to-date copy: reading the changes from the databases is not measured. */
  readonly copy: PublicCopy;
  readonly publicLog: PublicLog;
}

async function measure(
  folder: string,
  { copy, publicLog }: Ledger,
  say: (line: string) => void,
): Promise<Run & RebuildResult> {
  runs += 1;
  const usageFile = join(folder, `usage-${runs}.json`);
  const env = {
    ...process.env,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${noteUsage}`,
    BENCH_USAGE: usageFile,
    SITE_URL: 'https://datchain.example',
  };
  const cpu = process.cpuUsage();
  const started = performance.now();
  const result = await rebuildSite({
    siteDir: join(folder, 'site'),
    log: say,
    refresh: async () => copy.state,
    read: (now) => readPublicData(copy, now),
    readChanges: (before, now) => readPublicChanges(copy, before, now),
    openLog: async () => publicLog,
    portalDir: join(folder, 'no-portal'),
    env,
  });
  const wallSeconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const used = childUsage(usageFile);
  const cpuSeconds = (user + system) / 1e6 + used.cpuSeconds;
  say(`${wallSeconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} of processors.`);
  return { ...result, wallSeconds, cpuSeconds, peakMegabytes: used.peakMegabytes };
}

export interface BuiltLedger {
  readonly measured: Omit<Measured, 'oneChanged'>;
  change(): Promise<Run>;
  close(): Promise<void>;
}

/**
 * Builds the site of `dats` DATS below a folder: complete, then unchanged, then prepared for one
 * change.
 */
export async function buildLedger(
  folder: string,
  dats: number,
  say: (line: string) => void = () => {},
): Promise<BuiltLedger> {
  mkdirSync(folder, { recursive: true });
  const data = makeLedger(dats);
  const copy = copyOfNothing(join(folder, 'copy'));
  bringUpToDate(copy, data.stored);
  const ledger = { copy, publicLog: await makeLedgerLog(data) };
  const full = await measure(folder, ledger, say);
  const site = join(folder, 'site/');
  const files = listFiles(site);
  const bytes = files.reduce((sum, file) => sum + statSync(join(site, file)).size, 0);
  const lines = countLines(join(site, 'data/v1'));
  const catalogue = gzipSync(readFileSync(join(site, 'dats-index.json')), { level: 9 });
  const unchanged = await measure(folder, ledger, say);
  if (unchanged.published) throw new Error('An unchanged ledger was built again.');
  let names = 0;
  const change = () => {
    names += 1;
    const { id, value } = oneChange(data, `Name ${names}`);
    const main = {
      [`${docs.assetsSummaries}/${id}`]: { value, at: Math.floor(Date.now() / 1_000) },
    };
    bringUpToDate(copy, { documents: main, live: {} });
    return measure(folder, ledger, say);
  };
  // After a first build there is no earlier version for the next one to start from.
  await change();
  return {
    measured: {
      dats,
      lines,
      full,
      unchanged,
      pages: full.pages,
      files: files.length,
      megabytes: bytes / 1e6,
      catalogueBytes: catalogue.length,
    },
    change,
    close: () => copy.close(),
  };
}

export async function measureLedger(
  folder: string,
  dats: number,
  say?: (line: string) => void,
): Promise<Measured> {
  const { measured, change, close } = await buildLedger(folder, dats, say);
  const oneChanged = await change();
  await close();
  return { ...measured, oneChanged };
}
