import type { JobName } from '@datchain/functions/jobs/jobs.ts';
import type { Outcome } from './jobs-processes.ts';
import { type Report, table } from './report.ts';

const GROWTH = 1.5;
const MEMORY_SHARE = 0.5;
/** A job that adds less than this to the memory of its code alone is light, whatever its function has. */
const LIGHT_MB = 40;
/** Differences below these do not count as growth. */
const FEW_READS = 50;
const SHORT_SECONDS = 2;

export interface JobRun {
  readonly name: JobName;
  /** The number of a process among several side by side; '' for the only one. */
  readonly part: string;
  readonly run: 'first' | 'second';
  readonly megabytesOfFunction: number;
  readonly outcome: Outcome;
}

export interface World {
  readonly wallets: number;
  readonly works: number;
  readonly documents: number;
  readonly changes: number;
  readonly runs: readonly JobRun[];
}

const count = (value: number): string => value.toLocaleString('en');

const row = ({ name, part, run, megabytesOfFunction, outcome }: JobRun): string[] => [
  name + part,
  run,
  outcome.end === 'done' && outcome.problems.length > 0
    ? `${outcome.problems.length} problems`
    : outcome.end,
  count(outcome.reads),
  count(outcome.writes),
  count(outcome.live),
  count(outcome.stripe),
  `${outcome.idleMegabytes.toFixed(0)} → ${outcome.megabytes.toFixed(0)} of ${megabytesOfFunction}`,
  outcome.seconds.toFixed(1),
  outcome.processorSeconds.toFixed(1),
];

const head = [
  'job',
  'run',
  'end',
  'read',
  'written',
  'requests to the Realtime Database',
  'to Stripe',
  'MB',
  's',
  'processor s',
];

interface Growth {
  readonly name: JobName;
  readonly isDone: boolean;
  readonly reads: number;
  readonly seconds: number;
}

/** Compares the second runs of the largest and the smallest world. */
function growths(worlds: readonly World[]): Growth[] {
  const [small, large] = [worlds[0], worlds.at(-1)];
  if (!small || !large || small === large) return [];
  const ratio = (one: number, other: number, floor: number) =>
    Math.max(one, floor) / Math.max(other, floor);
  const seconds = (world: World) => world.runs.filter(({ run }) => run === 'second');
  return seconds(large).flatMap(({ name, part, outcome }) => {
    const other = seconds(small).find((one) => one.name === name && one.part === part)?.outcome;
    if (!other) return [];
    return [
      {
        name,
        isDone: outcome.end === 'done',
        reads: ratio(outcome.reads, other.reads, FEW_READS),
        seconds: ratio(outcome.seconds, other.seconds, SHORT_SECONDS),
      },
    ];
  });
}

const times = (ratio: number): string => `${ratio.toFixed(1)} ×`;

export function figuresOf(worlds: readonly World[]): string {
  const grown = growths(worlds);
  return [
    ...worlds.flatMap(({ wallets, works, documents, changes, runs }) => [
      `${count(wallets)} wallets, ${count(works)} works, ${count(documents)} documents; ${count(changes)} changes before the second run:`,
      table(head, runs.map(row)),
    ]),
    ...(grown.length > 0
      ? [
          `The second run with ${count(worlds.at(-1)?.wallets ?? 0)} wallets beside that with ${count(worlds[0]?.wallets ?? 0)}:`,
          table(
            ['job', 'read', 's'],
            grown.map(({ name, isDone, reads, seconds }) =>
              isDone ? [name, times(reads), times(seconds)] : [name, 'not done', 'not done'],
            ),
          ),
        ]
      : []),
  ].join('\n\n');
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` (more: ${[...new Set(names)].join(', ')})`;

const isHeavy = ({ outcome, megabytesOfFunction }: JobRun): boolean => {
  const { end, megabytes, idleMegabytes } = outcome;
  const isLight = megabytes < idleMegabytes + LIGHT_MB;
  return end === 'out of memory' || (!isLight && megabytes > MEMORY_SHARE * megabytesOfFunction);
};

export function budgetsOf(worlds: readonly World[]): Report['budgets'] {
  const grown = growths(worlds);
  const over = (of: (one: Growth) => number) =>
    grown.filter((one) => !one.isDone || of(one) > GROWTH).map(({ name }) => name);
  const [reads, clock] = [over((one) => one.reads), over((one) => one.seconds)];
  const runs = worlds.flatMap((world) => world.runs);
  const heavy = runs.filter(isHeavy).map(({ name }) => name);
  const faulty = runs
    .filter(({ outcome }) => outcome.end !== 'done' || outcome.problems.length > 0)
    .map(({ name }) => name);
  return [
    ...(grown.length > 0
      ? ([
          [
            `after the same changes at most ${GROWTH} × the reads${listed(reads)}`,
            reads.length === 0,
          ],
          [`at most ${GROWTH} × the clock${listed(clock)}`, clock.length === 0],
        ] as const)
      : []),
    [`memory below half of the function's${listed(heavy)}`, heavy.length === 0],
    [`every job ends and finds no problem${listed(faulty)}`, faulty.length === 0],
  ];
}
