import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { compareReleases } from '../../functions/reconcile/compare-releases.ts';
import { documentLimits, sizeOf } from '../../functions/releases/document-size.ts';
import { services } from '../../functions/services.ts';
import { firestore } from '../../functions/stores/firebase.ts';
import { releaseOne } from '../../functions/testing/many-releases.ts';
import { person } from '../../functions/testing/releasing.ts';
import { onOwnStack } from './own-stack.ts';
import { isBusy, machine, median, table, tellVerdicts, writeReport } from './report.ts';

const RELEASES = 2_000;
const STEP = 200;
/** A machine with much other work ends with the step during which this is over. */
const MOST_MINUTES = 24;
/** Each has the editions of 20 DATS in the end, all of them in one guard. */
const ARTISTS = 100;
/** What one of the last costs, in those after the summaries have filled. */
const BUDGET = 1.25;

interface Step {
  readonly until: number;
  /** Of one release, in milliseconds: by the clock in the middle, of this process on average. */
  readonly clock: number;
  readonly processor: number;
}

/** The largest document of each kind, and how often a row is to be found. */
interface Outcome {
  readonly steps: readonly Step[];
  readonly pages: number;
  readonly bytes: number;
  readonly leaves: number;
  readonly rows: number;
  readonly differences: readonly string[];
}

async function measure(): Promise<Step[]> {
  const artists = await Promise.all(Array.from({ length: ARTISTS }, () => person()));
  const steps: Step[] = [];
  const giveUpAt = performance.now() + MOST_MINUTES * 60_000;
  for (let until = STEP; until <= RELEASES && performance.now() < giveUpAt; until += STEP) {
    const clock: number[] = [];
    const before = process.cpuUsage();
    for (let number = until - STEP; number < until; number++) {
      const artist = artists[number % ARTISTS];
      if (!artist) throw new Error('unreachable');
      const started = performance.now();
      await releaseOne(services(), artist, number);
      clock.push(performance.now() - started);
    }
    const { user, system } = process.cpuUsage(before);
    steps.push({ until, clock: median(clock), processor: (user + system) / 1_000 / STEP });
    console.log(`${until}: ${median(clock).toFixed(0)} ms`);
  }
  return steps;
}

async function look(steps: readonly Step[]): Promise<Outcome> {
  const [assets, music] = await Promise.all(
    [docs.assetsSummaries, docs.musicSummaries].map((name) => firestore().collection(name).get()),
  );
  const rows = (assets?.docs ?? []).flatMap((page) => readList(page.get('assets')));
  const sizes = [...(assets?.docs ?? []), ...(music?.docs ?? [])].map((page) =>
    sizeOf(page.data()),
  );
  return {
    steps,
    pages: assets?.size ?? 0,
    bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    leaves: Math.max(...sizes.map(({ leaves }) => leaves)),
    rows: new Set(rows.map((row) => isRecord(row) && row.id)).size,
    differences: await compareReleases(services(), await services().guards.listDats()),
  };
}

/** A step of the steady state: the first one begins with empty summaries. */
const growth = (steps: readonly Step[], first: number, of: (step: Step) => number): number => {
  const [from, to] = [steps[first], steps.at(-1)];
  return from && to ? of(to) / of(from) : Number.NaN;
};

const byClock = (step: Step) => step.clock;
const byProcessor = (step: Step) => step.processor;

const releasedIn = (steps: readonly Step[]): number => steps.at(-1)?.until ?? 0;
const count = (value: number): string => value.toLocaleString('en');

function verdicts({ steps, bytes, leaves, rows, differences }: Outcome): [string, boolean][] {
  const released = releasedIn(steps);
  const grown = Math.min(growth(steps, 1, byClock), growth(steps, 1, byProcessor));
  return [
    [`one of the last ${STEP} costs at most ${BUDGET} times one of the second`, grown <= BUDGET],
    [`${count(RELEASES)} releases in ${MOST_MINUTES} minutes`, released === RELEASES],
    [`all ${count(released)} rows are there`, rows === released],
    ['each once, and releases, rows, posts and editions agree', differences.length === 0],
    [`no summary above ${count(documentLimits.bytes)} bytes`, bytes <= documentLimits.bytes],
    [`no summary above ${count(documentLimits.leaves)} leaves`, leaves <= documentLimits.leaves],
  ];
}

function report(outcome: Outcome): string {
  const { steps, pages, bytes, leaves } = outcome;
  const lines = verdicts(outcome).map(([text, isMet]) => `- ${text}: ${isMet ? 'met' : 'NOT met'}`);
  const ratio = (first: number) =>
    `${growth(steps, first, byClock).toFixed(2)} by the clock, ${growth(steps, first, byProcessor).toFixed(2)} by the processor`;
  return `
# ${count(releasedIn(steps))} releases in a row

Written by \`npm run bench -- releases\`: one after another, each accepted, published, projected and
announced on a local stack of its own, for ${ARTISTS} artists. ${machine()}.

${table(
  ['releases', 'clock, ms each', 'processor, ms each'],
  steps.map(({ until, clock, processor }) => [
    `${until - STEP + 1}–${until}`,
    clock.toFixed(0),
    processor.toFixed(1),
  ]),
)}

"Clock" is the middle one of its ${STEP}; "processor" is what the releasing process itself used, the
databases beside it not counted.

The last ${STEP} against the first: ${ratio(0)}.
The first begin with empty summaries, and writing a document again costs by what is in it. Against the
second ${STEP}: ${ratio(1)}.

${pages} documents of rows; the largest summary has ${count(bytes)} bytes and ${count(leaves)} leaves.

Budget${isBusy ? ', by the clock or by the processor, because the machine had other work' : ''}:

${lines.join('\n')}
`;
}

/**
 * Releases 2,000 DATS in a row and writes docs/bench/releases.md.
 *
 * @returns whether the cost of one stays the same, and everything is there, within its limits
 */
export function benchReleases(): Promise<boolean> {
  return onOwnStack('releases', async () => {
    const outcome = await look(await measure());
    writeReport('releases', report(outcome));
    return tellVerdicts(verdicts(outcome));
  });
}
