import { type Processes, type Rate, startProcesses, type Way } from './door-processes.ts';
import { withFirestore } from './firestore.ts';
import { reservedOrders } from './orders.ts';
import { machine, median, table, writeReport } from './report.ts';

const BUDGET = 10;
const COUNTS = [1, 3, 8];
const SIZES = [10, 25, 50, 100];
const DEFAULT_SIZE = 50;
const DOOR_ENTRIES = 900;
const TRANSACTIONS = 150;
const TRANSACTION_MILLIS = 4_000;

const door = (maxGroup: number): Way => ({ kind: 'door', maxGroup, callers: 100 });
// More callers make transactions slower: on one document they only wait for each other's lock.
const transactions: Way = { kind: 'transactions', callers: 1 };

const whole = (rate: number): string => rate.toFixed(rate < 10 ? 1 : 0);
const medianOf = (rates: readonly Rate[]): number => median(rates.map((one) => one.perSecond));
const failuresOf = (rates: readonly Rate[]): number =>
  rates.reduce((sum, { failed }) => sum + failed, 0);

interface Compared {
  readonly processes: number;
  readonly single: readonly Rate[];
  readonly grouped: readonly Rate[];
  /** Of each round by itself, so that what else the machine does weighs on both sides. */
  readonly ratio: number;
}

async function compare(processes: number, rounds: number, all: Processes): Promise<Compared> {
  const single: Rate[] = [];
  const grouped: Rate[] = [];
  for (let round = 0; round < rounds; round++) {
    const some = await reservedOrders(TRANSACTIONS);
    const many = await reservedOrders(DOOR_ENTRIES);
    single.push(await all.measure(processes, transactions, some, TRANSACTION_MILLIS));
    grouped.push(await all.measure(processes, door(DEFAULT_SIZE), many));
  }
  const ratios = grouped.map(({ perSecond }, at) => perSecond / (single[at]?.perSecond ?? 0));
  return { processes, single, grouped, ratio: median(ratios) };
}

async function compareSizes(rounds: number, all: Processes): Promise<string[][]> {
  const rows: string[][] = [];
  for (const processes of COUNTS) {
    const rates = new Map<number, Rate[]>(SIZES.map((size) => [size, []]));
    for (let round = 0; round < rounds; round++) {
      for (const size of SIZES) {
        const orders = await reservedOrders(DOOR_ENTRIES);
        rates.get(size)?.push(await all.measure(processes, door(size), orders));
      }
    }
    rows.push([`${processes}`, ...SIZES.map((size) => whole(medianOf(rates.get(size) ?? [])))]);
  }
  return rows;
}

const comparison = (compared: readonly Compared[]): string =>
  table(
    ['processes', 'a transaction each, entries/s', 'door, entries/s', 'ratio', 'not written'],
    compared.map(({ processes, single, grouped, ratio }) => [
      `${processes}`,
      whole(medianOf(single)),
      whole(medianOf(grouped)),
      `${whole(ratio)} ×`,
      `${failuresOf(single)} / ${failuresOf(grouped)}`,
    ]),
  );

const report = (rounds: number, compared: readonly Compared[], sizes: string[][]): string => `
# The grouped door against one transaction per entry

Written by \`npm run bench -- door\`. Settlements of paid orders, all on one hot block: each reads
four documents and writes seven (entry, order, block, buyer, history line, two totals). Both sides
run the same decision and the same writes, on Google's Firestore emulator; the screens' projections
are not part of it. ${machine()}, which emulator and processes share with\nwhatever else runs.

${comparison(compared)}

Rates are medians over ${rounds === 1 ? 'one round' : `${rounds} rounds`}. The ratio is the median of the rounds' own ratios: door and
transactions were measured one after the other in each. Transactions run one at a time in each
process, their fastest way; the door has 100 callers a process and groups of ${DEFAULT_SIZE}.
"Not written": transactions given up after the SDK's own retries / entries the door gave up.
Absolute rates depend on the machine and on its load. The budget is the ratio: at least ${BUDGET} ×.

## Entries in a group at the most

Entries per second by group size.

${table(['processes', ...SIZES.map(String)], sizes)}
`;

/**
 * Measures the grouped door and writes docs/bench/door.md.
 *
 * @returns whether the budget was met with every number of processes
 */
export async function benchDoor(rounds: number): Promise<boolean> {
  return withFirestore(async (env) => {
    const all = startProcesses(Math.max(...COUNTS), env);
    try {
      console.log('warming up …');
      for (const way of [door(DEFAULT_SIZE), door(DEFAULT_SIZE), transactions]) {
        await all.measure(8, way, await reservedOrders(400), TRANSACTION_MILLIS);
      }
      const compared: Compared[] = [];
      for (const processes of COUNTS) compared.push(await compare(processes, rounds, all));
      console.log(`\n${comparison(compared)}\n`);
      const sizes = await compareSizes(rounds, all);
      console.log(`${table(['processes', ...SIZES.map((size) => `groups of ${size}`)], sizes)}\n`);
      writeReport('door', report(rounds, compared, sizes));
      const met = compared.every(({ ratio }) => ratio >= BUDGET);
      console.log(
        `Budget, at least ${BUDGET} × with every number of processes: ${met ? 'met' : 'NOT met'}`,
      );
      return met;
    } finally {
      await all.stop();
    }
  });
}
