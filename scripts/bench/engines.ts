import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeClients, openAdmin } from '@datchain/emulators/firestore/testing/clients.ts';
import { RawChannel } from '@datchain/emulators/firestore/wire/testing/raw-channel.ts';
import { host } from '@datchain/emulators/local-only.ts';
import { startEmbeddedFirestore } from '@datchain/emulators/stack/embedded-firestore.ts';
import { demoProjectId, environmentOf } from '@datchain/emulators/stack/environment.ts';
import type { Firestore, FirestoreEngine } from '@datchain/emulators/stack/firestore.ts';
import { startGoogleFirestore } from '@datchain/emulators/stack/google-firestore.ts';
import { freePorts } from '@datchain/emulators/stack/ports.ts';
import { startStack } from '@datchain/emulators/stack/stack.ts';
import { defaultMaxGroup } from '../../functions/journal/door.ts';
import { inRepository } from '../lib/root.ts';
import { type Processes, startProcesses, type Way } from './door-processes.ts';
import { reservedOrders } from './orders.ts';
import { machine, median, table, writeReport } from './report.ts';

const engines = ['embedded', 'google'] as const satisfies readonly FirestoreEngine[];
const COUNTS = [1, 3, 8];
const ENTRIES = 600;
const SESSIONS = 800;
const LISTENERS = 20;
const CHANGES = 60;
/** Longer than an abandoned session is kept. */
const REAPED_AFTER_MILLIS = 75_000;
const STACK_SECONDS = 2;

type AdminFirestore = ReturnType<typeof openAdmin>;

const door: Way = { kind: 'door', maxGroup: defaultMaxGroup, callers: 50 };

interface Running {
  readonly firestore: Firestore;
  readonly database: AdminFirestore;
  readonly processes: Processes;
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const startedAt = performance.now();
  const result = await work();
  return [result, (performance.now() - startedAt) / 1_000];
}

const rules = inRepository('rules/firestore.rules');

function startEngine(engine: FirestoreEngine, port: number): Promise<Firestore> {
  const options = { port, projectId: demoProjectId, rules };
  return engine === 'google' ? startGoogleFirestore(options) : startEmbeddedFirestore(options);
}

/** Seconds until it answers. */
async function startSeconds(engine: FirestoreEngine): Promise<number> {
  const { firestore: port } = await freePorts();
  const [firestore, seconds] = await timed(() => startEngine(engine, port));
  await firestore.close();
  return seconds;
}

/** Seconds until every service of the stack answers, without data. */
async function stackSeconds(engine: FirestoreEngine): Promise<number> {
  process.env.FIRESTORE_ENGINE = engine;
  const folder = mkdtempSync(join(tmpdir(), 'datchain-bench-'));
  const dirs = { dataDir: join(folder, 'data'), siteDir: join(folder, 'site') };
  const [stack, seconds] = await timed(() =>
    startStack({ ports: 'free', ...dirs, onTrouble: console.error }),
  );
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
  return seconds;
}

interface Status {
  readonly pid: number;
  readonly parent: number;
  readonly megabytes: number;
}

function statusOf(pid: string): Status | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
    return { pid: Number(pid), parent: number('PPid'), megabytes: (number('VmRSS') || 0) / 1_024 };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** Memory that a Firestore's processes and their descendants hold (Linux). */
function residentMb({ marks }: Firestore): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statusOf(pid) ?? []);
  const own = new Set(marks.map(({ pid }) => pid));
  for (const { pid, parent } of all.sort((a, b) => a.pid - b.pid))
    if (own.has(parent)) own.add(pid);
  return all.reduce((sum, { pid, megabytes }) => sum + (own.has(pid) ? megabytes : 0), 0);
}

/** Opens sessions of pages that listen, and are gone without a word; then what they look at changes. */
async function abandonSessions(port: number, database: AdminFirestore): Promise<void> {
  const name = `projects/${demoProjectId}/databases/(default)`;
  const targets = Array.from({ length: LISTENERS }, (_, at) => ({
    database: name,
    addTarget: {
      targetId: at + 1,
      documents: { documents: [`${name}/documents/pages/page-${at}`] },
    },
  }));
  const change = (round: number) => {
    const batch = database.batch();
    for (let at = 0; at < LISTENERS; at++) {
      batch.set(database.doc(`pages/page-${at}`), { round, text: 'x'.repeat(4_000) });
    }
    return batch.commit();
  };
  // Google's emulator answers nothing that does not look like its own SDK's.
  const headers = 'Content-Type:text/plain\r\nAuthorization:Bearer owner\r\n';
  const parameters = `&database=${encodeURIComponent(name)}&X-HTTP-Session-Id=gsessionid&t=1`;
  await change(0);
  for (let n = 0; n < SESSIONS; n++) {
    const channel = new RawChannel(`http://${host}:${port}`, 'Listen');
    await channel.open(targets, headers, parameters);
    (await channel.listen(0)).hangUp();
  }
  for (let round = 1; round <= CHANGES; round++) await change(round);
}

async function run(engine: FirestoreEngine): Promise<Running> {
  const ports = await freePorts();
  const firestore = await startEngine(engine, ports.firestore);
  return {
    firestore,
    database: openAdmin({ port: ports.firestore }),
    processes: startProcesses(Math.max(...COUNTS), environmentOf(demoProjectId, ports)),
  };
}

interface Rates {
  readonly processes: number;
  readonly embedded: number[];
  readonly google: number[];
}

/** Settles orders through the door on both, one after the other in each round. */
async function doorRates(
  rounds: number,
  running: Readonly<Record<FirestoreEngine, Running>>,
): Promise<readonly Rates[]> {
  const measure = async (engine: FirestoreEngine, processes: number) => {
    const { database, processes: all } = running[engine];
    const { perSecond } = await all.measure(
      processes,
      door,
      await reservedOrders(ENTRIES, database),
    );
    return perSecond;
  };
  // Just-in-time compilers make the first thousands of entries slow, Java's most of all.
  for (let warm = 0; warm < 12; warm++) {
    for (const engine of engines) await measure(engine, warm < 9 ? 1 : 8);
  }
  const rates = COUNTS.map((processes): Rates => ({ processes, embedded: [], google: [] }));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? engines : engines.toReversed();
    for (const one of rates) {
      for (const engine of order) one[engine].push(await measure(engine, one.processes));
    }
  }
  return rates;
}

const ratioOf = ({ embedded, google }: Rates): number =>
  median(embedded.map((rate, at) => rate / (google[at] ?? Number.NaN)));

interface Figures {
  readonly start: number;
  readonly stack: number;
  readonly freshMb: number;
  readonly abandonedMb: number;
}

async function figuresOf(engine: FirestoreEngine, rounds: number): Promise<Figures> {
  const starts: number[] = [];
  const stacks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    starts.push(await startSeconds(engine));
    stacks.push(await stackSeconds(engine));
  }
  const { firestore: port } = await freePorts();
  const firestore = await startEngine(engine, port);
  const freshMb = residentMb(firestore);
  await abandonSessions(port, openAdmin({ port }));
  await sleep(REAPED_AFTER_MILLIS);
  const abandonedMb = residentMb(firestore);
  await closeClients();
  await firestore.close();
  return { start: median(starts), stack: median(stacks), freshMb, abandonedMb };
}

const isMet = ({ stack }: Figures, rates: readonly Rates[]): boolean =>
  stack < STACK_SECONDS && rates.every((one) => ratioOf(one) >= 1);

function report(
  rounds: number,
  { embedded, google }: Readonly<Record<FirestoreEngine, Figures>>,
  rates: readonly Rates[],
): string {
  const row = (what: string, of: (figures: Figures) => string) => [what, of(embedded), of(google)];
  return `
# The embedded Firestore beside Google's emulator

Written by \`npm run bench -- engines\`, on a machine that has both. ${machine()}.

${table(
  ['', 'embedded', "Google's"],
  [
    row('Firestore answers after, s', ({ start }) => start.toFixed(2)),
    row('the whole stack answers after, without data, s', ({ stack }) => stack.toFixed(2)),
    row('memory at the start, MB', ({ freshMb }) => freshMb.toFixed(0)),
    row(`memory after ${SESSIONS} abandoned sessions, MB`, (each) => each.abandonedMb.toFixed(0)),
  ],
)}

Memory is what the processes hold of the machine's. An abandoned session is a page that listened to
${LISTENERS} documents of 4 KB and was gone without a word; all of them change ${CHANGES} times, and
${REAPED_AFTER_MILLIS / 1_000} seconds later the memory is read.

## The grouped door

Settlements of paid orders on one hot block (see [door.md](door.md)), on one and on the other.

${table(
  ['processes', 'embedded, entries/s', "Google's, entries/s", 'ratio'],
  rates.map((one) => [
    `${one.processes}`,
    median(one.embedded).toFixed(0),
    median(one.google).toFixed(0),
    ratioOf(one).toFixed(2),
  ]),
)}

Rates are medians over ${rounds === 1 ? 'one round' : `${rounds} rounds`}; the ratio is the median of the rounds' own ratios.

Budget, a stack in less than ${STACK_SECONDS} s and a door at least as fast as on Google's: ${isMet(embedded, rates) ? 'met' : 'NOT met'} in this run.
`;
}

/**
 * Measures the embedded Firestore beside Google's emulator and writes docs/bench/engines.md.
 *
 * @returns whether the budget was met
 * @throws when this machine has no Google emulator
 */
export async function benchEngines(rounds: number): Promise<boolean> {
  const [embedded, google] = [await run('embedded'), await run('google')];
  const rates = await doorRates(rounds, { embedded, google });
  await closeClients();
  for (const { processes, firestore } of [embedded, google]) {
    await processes.stop();
    await firestore.close();
  }
  const figures = {
    embedded: await figuresOf('embedded', rounds),
    google: await figuresOf('google', rounds),
  };
  const text = report(rounds, figures, rates);
  console.log(text);
  writeReport('engines', text);
  return isMet(figures.embedded, rates);
}
