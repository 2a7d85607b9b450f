import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildFunctions } from '../../functions/build.ts';
import { inRepository } from '../lib/root.ts';
import { median, table, writeReport } from './report.ts';

/** An instance may hold so much before its first request; the smallest machine has 256 MiB. */
const MEMORY_BUDGET_MB = 140;

/** Processor time until a request can be answered, as a multiple of what Node alone takes. */
const PROCESSOR_BUDGET = 24;

const run = promisify(execFile);

/** Runs code in a process of its own: processor milliseconds that it takes, and megabytes that it then holds. */
async function load(
  code: string,
): Promise<{ readonly processor: number; readonly memory: number }> {
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
  const { stdout } = await run(process.execPath, parameters, { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** Measures a new instance of the functions before its first request; answers whether the budget is met. */
export async function benchColdStart(rounds: number): Promise<boolean> {
  const folder = mkdtempSync(inRepository('functions/dist-test-'));
  try {
    await buildFunctions(folder);
    const bundle = pathToFileURL(join(folder, 'index.js')).href;
    const measured = { node: [], functions: [] } as Record<
      'node' | 'functions',
      Awaited<ReturnType<typeof load>>[]
    >;
    for (let round = 0; round < rounds; round++) {
      measured.node.push(await load(''));
      measured.functions.push(await load(`await import(${JSON.stringify(bundle)});`));
    }
    return tell(measured);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tell(measured: Record<'node' | 'functions', Awaited<ReturnType<typeof load>>[]>): boolean {
  const of = (what: 'node' | 'functions', key: 'processor' | 'memory') =>
    median(measured[what].map((one) => one[key]));
  const times = of('functions', 'processor') / of('node', 'processor');
  const isMet = times <= PROCESSOR_BUDGET && of('functions', 'memory') <= MEMORY_BUDGET_MB;
  const rows = (['node', 'functions'] as const).map((what) => [
    what === 'node' ? 'Node alone' : 'all functions, in one file',
    of(what, 'processor').toFixed(0),
    of(what, 'memory').toFixed(0),
  ]);
  const text = table(['a new process loads', 'processor, ms', 'memory, MB'], rows);
  console.log(text);
  writeReport(
    'cold-start',
    `# What a new instance of the functions costs

Written by \`npm run bench -- cold-start\`: processor time and memory of a process that loads the bundle that is
deployed, until it could answer its first request. Code is compiled anew each time.

${text}

That is ${times.toFixed(1)} times what Node takes alone (budget ${PROCESSOR_BUDGET}); the memory budget is ${MEMORY_BUDGET_MB} MB: ${isMet ? 'met' : 'NOT met'} in this run. Libraries for pictures, recordings, payments and files are loaded with the first one, which \`functions/build.process.test.ts\` holds.`,
  );
  return isMet;
}
