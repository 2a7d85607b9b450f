import { type Rate, startProcesses } from './door-processes.ts';
import { withFirestore } from './firestore.ts';
import { reservedOrders } from './orders.ts';
import { machine, median, table, writeReport } from './report.ts';

const COUNTS = [1, 3, 8];
const SIZES = [10, 25, 50, 100];
const ENTRIES = 600;

const report = (rounds: number, rates: string): string => `
# How many entries a group should hold

Written by \`npm run bench -- group-size\`: settlements per second on one hot block by the most
entries a group may hold, with 100 callers a process. Medians; rounds: ${rounds}. ${machine()}.

${rates}
`;

/** Measures the door with groups of several sizes and writes docs/bench/group-size.md. */
export async function benchGroupSize(rounds: number): Promise<boolean> {
  const rows = await withFirestore(async (env) => {
    const all = startProcesses(Math.max(...COUNTS), env);
    const measure = async (processes: number, maxGroup: number): Promise<Rate> =>
      all.measure(
        processes,
        { kind: 'door', maxGroup, callers: 100 },
        await reservedOrders(ENTRIES),
      );
    try {
      for (const size of SIZES) await measure(8, size);
      const found: string[][] = [];
      for (const processes of COUNTS) {
        const rates = SIZES.map((): number[] => []);
        for (let round = 0; round < rounds; round++) {
          // Size by size within a round, so that what else the machine does weighs on all.
          for (const [at, size] of SIZES.entries()) {
            rates[at]?.push((await measure(processes, size)).perSecond);
          }
        }
        found.push([`${processes}`, ...rates.map((some) => median(some).toFixed(0))]);
      }
      return found;
    } finally {
      await all.stop();
    }
  });
  const rates = table(['processes', ...SIZES.map((size) => `groups of ${size}`)], rows);
  console.log(`\n${rates}\n`);
  writeReport('group-size', report(rounds, rates));
  return true;
}
