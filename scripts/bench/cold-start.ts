import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildFunctions } from '@datchain/functions/build.ts';
import { inRepository } from '../lib/root.ts';
import { median, type Report, table } from './report.ts';

/** The memory limit before the first request; the smallest machine has 256 MiB. */
const MEMORY_BUDGET_MB = 140;

/** The processor time until a request can be answered, as a multiple of Node's own. */
const PROCESSOR_BUDGET = 24;

/**
 * The processor milliseconds of code in its own process, and its memory in megabytes afterwards.
 */
interface Load {
  readonly processor: number;
  readonly memory: number;
}

async function load(code: string): Promise<Load> {
  const report = `
    const { user, system } = process.cpuUsage();
    const { rss } = process.memoryUsage();
    console.log('\\n' + JSON.stringify({ processor: (user + system) / 1000, memory: rss / 1e6 }));
    process.exit(0);`;
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: undefined,
    GCLOUD_PROJECT: 'demo-dats',
    FIREBASE_CONFIG: '{"projectId":"demo-dats"}',
  };
  const parameters = ['--input-type=module', '--eval', `${code}${report}`];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const medianOf = (loads: readonly Load[]): Load => ({
  processor: median(loads.map(({ processor }) => processor)),
  memory: median(loads.map(({ memory }) => memory)),
});

export async function benchColdStart(rounds: number): Promise<Report> {
  const folder = mkdtempSync(inRepository('functions/dist-test-'));
  try {
    await buildFunctions(folder);
    const bundle = pathToFileURL(join(folder, 'index.js')).href;
    const [ofNode, ofFunctions]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ofNode.push(await load(''));
      ofFunctions.push(await load(`await import(${JSON.stringify(bundle)});`));
    }
    const [node, functions] = [medianOf(ofNode), medianOf(ofFunctions)];
    const times = functions.processor / node.processor;
    const row = (what: string, { processor, memory }: Load) => [
      what,
      processor.toFixed(0),
      memory.toFixed(0),
    ];
    return {
      figures: table(
        ['a new process loads', 'processor, ms', 'memory, MB'],
        [row('Node alone', node), row('all functions, in one file', functions)],
      ),
      budgets: [
        [
          `${times.toFixed(1)} times what Node takes alone (at most ${PROCESSOR_BUDGET})`,
          times <= PROCESSOR_BUDGET,
        ],
        [`at most ${MEMORY_BUDGET_MB} MB`, functions.memory <= MEMORY_BUDGET_MB],
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
