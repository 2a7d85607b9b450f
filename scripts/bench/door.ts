import { defaultMaxGroup } from '../../functions/journal/door.ts';
import { type Processes, type Rate, startProcesses, type Way } from './door-processes.ts';
import { withFirestore } from './firestore.ts';
import { reservedOrders } from './orders.ts';
import { machine, median, table, writeReport } from './report.ts';

const BUDGET = 10;
const COUNTS = [1, 3, 8];
const DOOR_ENTRIES = 600;
const TRANSACTIONS = 100;
const TRANSACTION_MILLIS = 4_000;

const door: Way = { kind: 'door', maxGroup: defaultMaxGroup, callers: 50 };
// More callers make transactions slower: on one document they only wait for each other's lock.
const transactions: Way = { kind: 'transactions', callers: 1 };

const whole = (rate: number): string => rate.toFixed(rate < 10 ? 1 : 0);
const medianOf = (rates: readonly Rate[]): number => median(rates.map((one) => one.perSecond));
const failuresOf = (rates: readonly Rate[]): number =>
  rates.reduce((sum, { failed }) => sum + failed, 0);

interface Compared {
  readonly processes: number;
  readonly single: Rate[];
  readonly grouped: Rate[];
}

/** Of each round by itself, so that what else the machine does weighs on both sides. */
const ratioOf = ({ single, grouped }: Compared): number =>
  median(grouped.map(({ perSecond }, at) => perSecond / (single[at]?.perSecond ?? 0)));

/** Just-in-time compilers, the emulator's most of all, make the first thousands of entries slow. */
async function warmUp(all: Processes): Promise<void> {
  for (let run = 0; run < 6; run++) {
    await all.measure(1, door, await reservedOrders(DOOR_ENTRIES));
    await all.measure(1, transactions, await reservedOrders(TRANSACTIONS), TRANSACTION_MILLIS);
  }
  await all.measure(8, door, await reservedOrders(DOOR_ENTRIES));
}

async function compareOnce({ processes, single, grouped }: Compared, all: Processes) {
  const some = await reservedOrders(TRANSACTIONS);
  const many = await reservedOrders(DOOR_ENTRIES);
  const sides = [
    async () => single.push(await all.measure(processes, transactions, some, TRANSACTION_MILLIS)),
    async () => grouped.push(await all.measure(processes, door, many)),
  ];
  // Neither side is always the second one, which finds the emulator warmer.
  for (const side of single.length % 2 === 0 ? sides : sides.reverse()) await side();
}

const comparison = (compared: readonly Compared[]): string =>
  table(
    ['processes', 'a transaction each, entries/s', 'door, entries/s', 'ratio', 'not written'],
    compared.map((one) => [
      `${one.processes}`,
      whole(medianOf(one.single)),
      whole(medianOf(one.grouped)),
      `${whole(ratioOf(one))} ×`,
      `${failuresOf(one.single)} / ${failuresOf(one.grouped)}`,
    ]),
  );

const isMet = (compared: readonly Compared[]): boolean =>
  compared.every((one) => ratioOf(one) >= BUDGET);

const verdict = (compared: readonly Compared[]): string =>
  `Budget, at least ${BUDGET} × with every number of processes: ${isMet(compared) ? 'met' : 'NOT met'} in this run.`;

const report = (rounds: number, compared: readonly Compared[]): string => `
# The grouped door against one transaction per entry

Written by \`npm run bench -- door\`. Settlements of paid orders, all on one hot block: each reads
four documents and writes seven (entry, order, block, buyer, history line, two totals). Both sides
run the same decision and the same writes, on the embedded Firestore; the screens' projections are not
part of it. ${machine()}.

${comparison(compared)}

Rates are medians over ${rounds === 1 ? 'one round' : `${rounds} rounds`}. The ratio is the median of the rounds' own ratios: door and
transactions were measured one after the other in each. Transactions run one at a time in each
process, their fastest way; the door has 50 callers a process and groups of ${defaultMaxGroup}.
"Not written": transactions given up after the SDK's own retries / entries the door gave up.
Absolute rates depend on the machine and on its other work.

${verdict(compared)}
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
      await warmUp(all);
      const compared = COUNTS.map(
        (processes): Compared => ({ processes, single: [], grouped: [] }),
      );
      for (let round = 0; round < rounds; round++) {
        for (const one of compared) await compareOnce(one, all);
      }
      console.log(`\n${comparison(compared)}\n`);
      writeReport('door', report(rounds, compared));
      console.log(verdict(compared));
      return isMet(compared);
    } finally {
      await all.stop();
    }
  });
}
