import { defaultMaxGroup } from '../../functions/journal/door.ts';
import { type Processes, type Rate, startProcesses, type Way } from './door-processes.ts';
import { withFirestore } from './firestore.ts';
import { reservedOrders } from './orders.ts';
import { isTooBusy, machine, median, quantile, table, writeReport } from './report.ts';

const COUNTS = [1, 3, 8];
/** Of each process at least; of one more, because few groups say little. */
const ENTRIES_A_PROCESS = 400;
const FEWEST_ENTRIES = 1_200;
const DOOR_MILLIS = 60_000;
const TRANSACTIONS = 100;
const TRANSACTION_MILLIS = 4_000;

/** Times the rate of transactions. */
const BUDGET_RATIO = 10;
const BUDGET_PER_SECOND = 1_000;
const BUDGET_LOST = 0.1;
const BUDGET_P99_MILLIS = 2_000;

const door: Way = { kind: 'door', maxGroup: defaultMaxGroup, callers: 50 };
// More callers make transactions slower: on one document they only wait for each other's lock.
const transactions: Way = { kind: 'transactions', callers: 1 };

const sides = {
  'a transaction each': transactions,
  'door without turns': { ...door, takesTurns: false },
  door,
} as const satisfies Record<string, Way>;
type Side = keyof typeof sides;
const sideNames = Object.keys(sides) as Side[];

interface Compared {
  readonly processes: number;
  readonly rates: Readonly<Record<Side, Rate[]>>;
}

const whole = (figure: number): string => figure.toFixed(figure < 10 ? 1 : 0);
const entriesOf = (processes: number): number =>
  Math.max(FEWEST_ENTRIES, processes * ENTRIES_A_PROCESS);

/** All rounds of one side as one. */
const all = (rates: readonly Rate[], of: (rate: Rate) => readonly number[]): number[] =>
  rates.flatMap(of);
const sum = (rates: readonly Rate[], of: (rate: Rate) => number): number =>
  rates.reduce((total, rate) => total + of(rate), 0);
const perSecond = (rates: readonly Rate[]): number => median(rates.map((one) => one.perSecond));
const lostToWon = (rates: readonly Rate[]): number =>
  sum(rates, ({ lost }) => lost.length) /
  Math.max(
    1,
    sum(rates, ({ won }) => won.length),
  );
const p99 = (rates: readonly Rate[]): number =>
  quantile(
    all(rates, ({ millis }) => millis),
    0.99,
  );

/** Of each round by itself, so that what else the machine does weighs on both sides. */
const ratioTo = (side: Side, { rates }: Compared): number =>
  median(rates.door.map((rate, at) => rate.perSecond / (rates[side][at]?.perSecond ?? 0)));

async function measureOnce({ processes, rates }: Compared, working: Processes) {
  // No side is always the last one, which finds the emulator warmer.
  const turned = rates.door.length % 2 === 0 ? sideNames : sideNames.toReversed();
  for (const side of turned) {
    const way = sides[side];
    const isDoor = way.kind === 'door';
    const orders = await reservedOrders(isDoor ? entriesOf(processes) : TRANSACTIONS);
    const atMost = isDoor ? DOOR_MILLIS : TRANSACTION_MILLIS;
    rates[side].push(await working.measure(processes, way, orders, atMost));
  }
}

/** Just-in-time compilers make the first thousands of entries slow. */
async function warmUp(working: Processes): Promise<void> {
  for (let run = 0; run < 4; run++) {
    await working.measure(1, door, await reservedOrders(600));
    await working.measure(1, transactions, await reservedOrders(TRANSACTIONS), TRANSACTION_MILLIS);
  }
  for (const way of [sides['door without turns'], door, door])
    await working.measure(8, way, await reservedOrders(8_000), DOOR_MILLIS);
}

const comparison = (compared: readonly Compared[]): string =>
  table(
    [
      'processes (entries)',
      'a transaction each, entries/s',
      'door without turns',
      'door',
      '÷ transactions',
      '÷ without turns',
    ],
    compared.map((one) => [
      `${one.processes} (${entriesOf(one.processes)})`,
      ...sideNames.map((side) => whole(perSecond(one.rates[side]))),
      `${whole(ratioTo('a transaction each', one))} ×`,
      `${ratioTo('door without turns', one).toFixed(1)} ×`,
    ]),
  );

const line = (processes: number, side: Side, rates: readonly Rate[]): string[] => {
  const writes = (of: (rate: Rate) => readonly number[]) => whole(median(all(rates, of)));
  const [won, lost] = [({ won }: Rate) => won, ({ lost }: Rate) => lost];
  const settled = Math.max(
    1,
    sum(rates, (rate) => rate.settled),
  );
  return [
    `${processes}`,
    side,
    rates.map((rate) => whole(rate.perSecond)).join(' / '),
    `${all(rates, won).length}`,
    `${all(rates, lost).length}`,
    lostToWon(rates).toFixed(2),
    writes(won),
    all(rates, lost).length > 0 ? writes(lost) : '–',
    `${sum(rates, ({ turns }) => turns)}`,
    (sum(rates, ({ processorMillis }) => processorMillis) / settled).toFixed(1),
    whole(p99(rates)),
    `${sum(rates, ({ failed }) => failed)} / ${sum(rates, ({ unknown }) => unknown)}`,
  ];
};

const details = (compared: readonly Compared[]): string =>
  table(
    [
      'processes',
      'side',
      'entries/s in each round',
      'won writes',
      'lost',
      'lost ÷ won',
      'a won one, ms',
      'a lost one, ms',
      'writes of turns',
      'processor ms an entry',
      'p99, ms',
      'given up / unknown',
    ],
    compared.flatMap(({ processes, rates }) =>
      sideNames.slice(1).map((side) => line(processes, side, rates[side])),
    ),
  );

interface Budget {
  readonly says: string;
  readonly isMet: (one: Compared) => boolean;
  /** True for what the machine's other work slows down. */
  readonly isOfTheClock: boolean;
}

const budgets: readonly Budget[] = [
  {
    says: `at least ${BUDGET_RATIO} × the rate of transactions`,
    isMet: (one) => ratioTo('a transaction each', one) >= BUDGET_RATIO,
    isOfTheClock: false,
  },
  {
    says: `lost ÷ won at most ${BUDGET_LOST}`,
    isMet: ({ rates }) => lostToWon(rates.door) <= BUDGET_LOST,
    isOfTheClock: false,
  },
  {
    says: 'nothing given up or unknown',
    isMet: ({ rates }) => sum(rates.door, ({ failed }) => failed) === 0,
    isOfTheClock: false,
  },
  {
    says: `at least ${BUDGET_PER_SECOND} entries/s`,
    isMet: ({ rates }) => perSecond(rates.door) >= BUDGET_PER_SECOND,
    isOfTheClock: true,
  },
  {
    says: `p99 at most ${BUDGET_P99_MILLIS} ms`,
    isMet: ({ rates }) => p99(rates.door) <= BUDGET_P99_MILLIS,
    isOfTheClock: true,
  },
];

const judged = (): readonly Budget[] => budgets.filter((one) => !(one.isOfTheClock && isTooBusy));

function verdictOf(budget: Budget, compared: readonly Compared[]): string {
  if (!judged().includes(budget)) return 'not measured: the machine had too much other work';
  const missed = compared.filter((one) => !budget.isMet(one)).map(({ processes }) => processes);
  return missed.length === 0 ? 'met' : `NOT met with ${missed.join(' and ')} processes`;
}

const verdicts = (compared: readonly Compared[]): string =>
  budgets.map((budget) => `- ${budget.says}: ${verdictOf(budget, compared)}`).join('\n');

const report = (rounds: number, compared: readonly Compared[]): string => `
# The grouped door

Written by \`npm run bench -- door\`. Settlements of paid orders, all on one hot block: each reads
four documents and writes seven (entry, order, block, buyer, history line, two totals). All sides
run the same decision and the same writes, on the embedded Firestore; the screens' projections are not
part of it. ${machine()}.

${comparison(compared)}

Rates are medians over ${rounds === 1 ? 'one round' : `${rounds} rounds`}; a ratio is the median of the rounds' own ratios, because the
sides were measured one after the other in each. Transactions run one at a time in each
process, their fastest way; a door has 50 callers a process and groups of ${defaultMaxGroup}. What a turn is:
docs/money.md.

${details(compared)}

Each process had settled thousands of orders before: the first ones of a new process take longer.
A write is one of a group; a lost one found that another process was faster, and wrote nothing. Processor
time is that of the processes that settle, without the database's. p99 is from the call to the answer.
Absolute figures depend on the machine and on its other work.

In this run, with every number of processes:

${verdicts(compared)}
`;

/**
 * Measures the grouped door, with turns and without, against a transaction for each entry, and
 * writes docs/bench/door.md.
 *
 * @returns whether the budgets that could be measured were met with every number of processes
 */
export async function benchDoor(rounds: number): Promise<boolean> {
  return withFirestore(async (env) => {
    const working = startProcesses(Math.max(...COUNTS), env);
    try {
      console.log('warming up …');
      await warmUp(working);
      const compared = COUNTS.map(
        (processes): Compared => ({
          processes,
          rates: { 'a transaction each': [], 'door without turns': [], door: [] },
        }),
      );
      for (let round = 0; round < rounds; round++) {
        for (const one of compared) await measureOnce(one, working);
      }
      console.log(`\n${comparison(compared)}\n\n${details(compared)}\n`);
      writeReport('door', report(rounds, compared));
      console.log(verdicts(compared));
      return judged().every((budget) => compared.every(budget.isMet));
    } finally {
      await working.stop();
    }
  });
}
