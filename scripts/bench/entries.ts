import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { Entry } from '../../functions/journal/entry.ts';
import { type Kind, kinds, type Round } from './entries/kinds.ts';
import { type BenchMarket, benchMarket } from './entries/market.ts';
import { withFirestore } from './firestore.ts';
import { machine, median, table, writeReport } from './report.ts';

const SIZES = [100, 1_000, 10_000];
/** As many entries of each kind in a round as the smallest market has users. */
const ENTRIES = 100;
const CALLERS = 50;
/** Of the rate with 100 users and DATS, with 10,000 of them. */
const BUDGET = 0.5;

/** Entries per second by kind, for each market. */
type Rates = Map<BenchMarket, Map<string, number[]>>;

/** Writes the entries, 50 at a time. @throws when one of them is refused or was there before. */
async function write(market: BenchMarket, entries: readonly Entry<unknown>[]): Promise<number> {
  const commit = market.openDoor();
  const left = entries.values();
  const started = performance.now();
  const caller = async () => {
    for (const entry of left) {
      const outcome = await commit(entry);
      if (isRefusal(outcome)) throw new Error(`${entry.id}: ${outcome.message}`);
      if (!outcome.recorded) throw new Error(`${entry.id} recorded nothing`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (entries.length / (performance.now() - started)) * 1_000;
}

async function measure(kind: Kind, round: Round): Promise<number> {
  const { market, subjects } = round;
  if (kind.begins) await market.reset(subjects, kind.begins === 'sold');
  const make = kind.make(round);
  return write(market, await Promise.all(subjects.map(make)));
}

/** Users and DATS all over the market. */
const spread = (size: number): number[] =>
  Array.from({ length: ENTRIES }, (_, n) => Math.floor((n * size) / ENTRIES));

async function runRound(rates: Rates, index: number, isWarmUp: boolean): Promise<void> {
  for (const kind of kinds) {
    // In turns, so that what else the machine does weighs on all of them.
    for (const [market, known] of rates) {
      const rate = await measure(kind, {
        market,
        id: `r${index}`,
        index,
        subjects: spread(market.size),
      });
      if (!isWarmUp) known.set(kind.name, [...(known.get(kind.name) ?? []), rate]);
    }
  }
}

interface Line {
  readonly name: string;
  readonly perSecond: readonly number[];
  /** The largest market's rate as a part of the smallest one's. */
  readonly ratio: number;
}

const linesOf = (rates: Rates): Line[] =>
  kinds.map(({ name }) => {
    const all = [...rates.values()].map((known) => known.get(name) ?? []);
    const [smallest = [], largest = []] = [all[0], all.at(-1)];
    const ratio = median(largest.map((rate, round) => rate / (smallest[round] ?? 0)));
    return { name, perSecond: all.map(median), ratio };
  });

const comparison = (lines: readonly Line[]): string =>
  table(
    ['entry', ...SIZES.map((size) => `${size}`), 'largest ÷ smallest'],
    lines.map(({ name, perSecond, ratio }) => [
      name,
      ...perSecond.map((rate) => rate.toFixed(0)),
      ratio.toFixed(2),
    ]),
  );

const middle = (lines: readonly Line[]): number => median(lines.map(({ ratio }) => ratio));
const isMet = (lines: readonly Line[]): boolean => middle(lines) >= BUDGET;

const report = (rounds: number, lines: readonly Line[]): string => `
# Entries per second, by kind and by the size of the market

Written by \`npm run bench -- entries\`. Each kind of journal entry through one door, ${CALLERS} callers,
with 100, 1,000 and 10,000 users and as many DATS of 20 editions in the database; ${ENTRIES} entries of
a kind in a round, for users and DATS all over the market. The screens' projections are not part of
it. ${machine()}.

${comparison(lines)}

Rates are medians over ${rounds} rounds; the three markets were measured in turns, and the last column is
the median of the rounds' own ratios. Absolute rates depend on the machine and on its other work, and
the local Firestore is no production database; that a larger market is not slower is what
this shows. "Streams shared" changes the books of 21 people in one entry: in a market of 100 the people
of one group are largely the same, in a large one all are different, and so are the documents.

Budget, the median of the last column at least ${BUDGET}: ${middle(lines).toFixed(2)}, ${isMet(lines) ? 'met' : 'NOT met'} in this run.
`;

/**
 * Measures every kind of entry in markets of 100, 1,000 and 10,000 users and DATS, and writes
 * docs/bench/entries.md.
 *
 * @returns whether the largest market keeps at least half of the smallest one's rates
 */
export async function benchEntries(rounds: number): Promise<boolean> {
  return withFirestore(async () => {
    const rates: Rates = new Map(SIZES.map((size) => [benchMarket(size), new Map()]));
    for (const market of rates.keys()) {
      console.log(`filling a market of ${market.size} users and DATS …`);
      await market.fill();
    }
    console.log('warming up …');
    await runRound(rates, 0, true);
    for (let round = 1; round <= rounds; round++) {
      console.log(`round ${round} of ${rounds} …`);
      await runRound(rates, round, false);
    }
    await Promise.all([...rates.keys()].map((market) => market.close()));
    const lines = linesOf(rates);
    console.log(`\n${comparison(lines)}\n`);
    writeReport('entries', report(rounds, lines));
    return isMet(lines);
  });
}
