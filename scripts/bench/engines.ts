import { startEmbeddedFirestore } from '@datchain/firebase-emulators/engines/embedded-firestore.ts';
import type { FirestoreEngine } from '@datchain/firebase-emulators/engines/firestore.ts';
import type { Firestore } from '@datchain/firebase-emulators/engines/firestore-options.ts';
import { startGoogleFirestore } from '@datchain/firebase-emulators/engines/google-firestore.ts';
import { closeClients, openAdmin } from '@datchain/firebase-emulators/firestore/testing/clients.ts';
import { demoProjectId, makeEnvironment } from '@datchain/stack/environment.ts';
import { freePorts } from '@datchain/stack/ports.ts';
import { inRepository } from '../lib/root.ts';
import { startProcesses } from './door-processes.ts';
import { reservedOrders } from './orders.ts';
import { median, type Report, table } from './report.ts';
import { withStack } from './with-stack.ts';

const engines = ['embedded', 'google'] as const satisfies readonly FirestoreEngine[];
const PROCESS_COUNTS = [1, 3, 8];
const ENTRIES = 600;
const STACK_SECONDS = 2;

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

function startEngine(engine: FirestoreEngine, port: number): Promise<Firestore> {
  const options = { port, projectId: demoProjectId, rules: inRepository('rules/firestore.rules') };
  return engine === 'google' ? startGoogleFirestore(options) : startEmbeddedFirestore(options);
}

async function firestoreSeconds(engine: FirestoreEngine): Promise<number> {
  const { firestore: port } = await freePorts();
  const startedAt = performance.now();
  const firestore = await startEngine(engine, port);
  const seconds = secondsSince(startedAt);
  await firestore.close();
  return seconds;
}

function stackSeconds(engine: FirestoreEngine): Promise<number> {
  process.env.FIRESTORE_ENGINE = engine;
  const startedAt = performance.now();
  return withStack(async () => secondsSince(startedAt));
}

async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round++) all.push(await measure());
  return median(all);
}

interface Rates {
  readonly processes: number;
  readonly embedded: number[];
  readonly google: number[];
}

async function doorRates(rounds: number): Promise<readonly Rates[]> {
  const open = async (engine: FirestoreEngine) => {
    const ports = await freePorts();
    const firestore = await startEngine(engine, ports.firestore);
    const database = openAdmin({ port: ports.firestore });
    const environment = makeEnvironment(demoProjectId, ports);
    return { firestore, database, doors: startProcesses(Math.max(...PROCESS_COUNTS), environment) };
  };
  const running = { embedded: await open('embedded'), google: await open('google') };
  const measure = async (engine: FirestoreEngine, processes: number) => {
    const { database, doors } = running[engine];
    const orders = await reservedOrders(ENTRIES, database);
    return (await doors.measure(processes, 'door', orders)).perSecond;
  };
  // Just-in-time compilers make the first thousands of entries slow, Java's most of all.
  for (let warm = 0; warm < 12; warm++) {
    for (const engine of engines) await measure(engine, warm < 9 ? 1 : 8);
  }
  const rates = PROCESS_COUNTS.map((processes): Rates => ({ processes, embedded: [], google: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const one of rates) {
      for (const engine of round % 2 === 0 ? engines : engines.toReversed()) {
        one[engine].push(await measure(engine, one.processes));
      }
    }
  }
  await closeClients();
  for (const { doors, firestore } of Object.values(running)) {
    await doors.stop();
    await firestore.close();
  }
  return rates;
}

const ratioOf = ({ embedded, google }: Rates): number =>
  median(embedded.map((rate, at) => rate / (google[at] ?? Number.NaN)));

/**
 * Compares the embedded Firestore with Google's emulator.
 *
 * @throws when this machine has no Google emulator
 */
export async function benchEngines(rounds: number): Promise<Report> {
  const rates = await doorRates(rounds);
  const row = async (what: string, measure: (engine: FirestoreEngine) => Promise<number>) => {
    const embedded = await medianOf(rounds, () => measure('embedded'));
    const google = await medianOf(rounds, () => measure('google'));
    return { embedded, cells: [what, embedded.toFixed(2), google.toFixed(2)] };
  };
  const firestore = await row('Firestore answers after, s', firestoreSeconds);
  const stack = await row('the whole stack answers after, without data, s', stackSeconds);
  const starts = table(['', 'embedded', "Google's"], [firestore.cells, stack.cells]);
  const doors = table(
    ['processes', 'embedded, entries/s', "Google's, entries/s", 'ratio'],
    rates.map((one) => [
      `${one.processes}`,
      median(one.embedded).toFixed(0),
      median(one.google).toFixed(0),
      ratioOf(one).toFixed(2),
    ]),
  );
  return {
    figures: `${starts}\n\n${doors}`,
    budgets: [
      [`a stack in less than ${STACK_SECONDS} s`, stack.embedded < STACK_SECONDS],
      ['a door at least as fast as on Google’s', rates.every((one) => ratioOf(one) >= 1)],
    ],
  };
}
