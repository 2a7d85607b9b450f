import { startFirestore } from '@datchain/firebase-emulators/engines/firestore.ts';
import { demoProjectId, makeEnvironment } from '@datchain/stack/environment.ts';
import { freePorts } from '@datchain/stack/ports.ts';
import { inRepository } from '../lib/root.ts';
import { type Processes, type Rate, startProcesses, type Way } from './door-processes.ts';
import { reservedOrders } from './orders.ts';
import { isTooBusy, median, quantile, type Report, table } from './report.ts';

const PROCESS_COUNTS = [1, 3, 8];
const TRANSACTIONS = 100;
const TRANSACTION_LIMIT_MILLIS = 4_000;

/** The minimum speed relative to single transactions. */
const BUDGET_RATIO = 10;
const BUDGET_PER_SECOND = 1_000;
const BUDGET_LOST = 0.1;
const BUDGET_P99_MILLIS = 2_000;

interface Compared {
  readonly processes: number;
  readonly door: Rate[];
  readonly transactions: Rate[];
}

/** Settles at least 1,200 entries, because few groups say little. */
const entriesOf = (processes: number): number => Math.max(1_200, processes * 400);

const sum = (rates: readonly Rate[], of: (rate: Rate) => number): number =>
  rates.reduce((total, rate) => total + of(rate), 0);
const perSecond = (rates: readonly Rate[]): number => median(rates.map((one) => one.perSecond));
const lostToWon = ({ door }: Compared): number =>
  sum(door, ({ lost }) => lost) /
  Math.max(
    1,
    sum(door, ({ won }) => won),
  );
const p99 = ({ door }: Compared): number =>
  quantile(
    door.flatMap(({ millis }) => millis),
    0.99,
  );
const failed = ({ door }: Compared): number => sum(door, (rate) => rate.failed);

/** Compares round by round, so that other work of the machine affects both sides. */
const ratioOf = ({ door, transactions }: Compared): number =>
  median(door.map((rate, at) => rate.perSecond / (transactions[at]?.perSecond ?? 0)));

const settle = async (working: Processes, processes: number, way: Way): Promise<Rate> =>
  way === 'door'
    ? working.measure(processes, way, await reservedOrders(entriesOf(processes)))
    : working.measure(processes, way, await reservedOrders(TRANSACTIONS), TRANSACTION_LIMIT_MILLIS);

/** Warms up, because just-in-time compilers make the first thousands of entries slow. */
async function warmUp(working: Processes): Promise<void> {
  for (const processes of [1, 1, 8, 8]) {
    await settle(working, processes, 'door');
    await settle(working, processes, 'transactions');
  }
}

const figures = (compared: readonly Compared[]): string =>
  table(
    [
      'processes (entries)',
      'a transaction each, entries/s',
      'door',
      'in each round',
      '÷ transactions',
      'lost ÷ won writes',
      'p99, ms',
      'given up',
    ],
    compared.map((one) => [
      `${one.processes} (${entriesOf(one.processes)})`,
      perSecond(one.transactions).toFixed(0),
      perSecond(one.door).toFixed(0),
      one.door.map((rate) => rate.perSecond.toFixed(0)).join(' / '),
      `${ratioOf(one).toFixed(1)} ×`,
      lostToWon(one).toFixed(2),
      p99(one).toFixed(0),
      `${failed(one)}`,
    ]),
  );

/** Lists the budgets; those in seconds are not judged on a machine that is too busy. */
function budgetsOf(all: readonly Compared[]): Report['budgets'] {
  const ofTheClock: Report['budgets'] = [
    [
      `at least ${BUDGET_PER_SECOND} entries/s`,
      all.every(({ door }) => perSecond(door) >= BUDGET_PER_SECOND),
    ],
    [`p99 at most ${BUDGET_P99_MILLIS} ms`, all.every((one) => p99(one) <= BUDGET_P99_MILLIS)],
  ];
  return [
    [
      `at least ${BUDGET_RATIO} × the rate of transactions`,
      all.every((one) => ratioOf(one) >= BUDGET_RATIO),
    ],
    [`lost ÷ won at most ${BUDGET_LOST}`, all.every((one) => lostToWon(one) <= BUDGET_LOST)],
    ['nothing given up', all.every((one) => failed(one) === 0)],
    ...(isTooBusy ? [] : ofTheClock),
  ];
}

/** Compares the grouped door with one transaction per entry. */
export async function benchDoor(rounds: number): Promise<Report> {
  const ports = await freePorts();
  const rules = inRepository('rules/firestore.rules');
  const firestore = await startFirestore({
    port: ports.firestore,
    projectId: demoProjectId,
    rules,
  });
  const env = makeEnvironment(demoProjectId, ports);
  Object.assign(process.env, env);
  const working = startProcesses(Math.max(...PROCESS_COUNTS), env);
  try {
    console.log('warming up …');
    await warmUp(working);
    const all = PROCESS_COUNTS.map(
      (processes): Compared => ({ processes, door: [], transactions: [] }),
    );
    for (let round = 0; round < rounds; round++) {
      // The sides alternate, because the last one finds a warmer database.
      const sides = ['door', 'transactions'] as const;
      for (const one of all) {
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
          one[side].push(await settle(working, one.processes, side));
        }
      }
    }
    return { figures: figures(all), budgets: budgetsOf(all) };
  } finally {
    await working.stop();
    await firestore.close();
  }
}
