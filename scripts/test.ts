import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '@datchain/testing/browsers/chromium.ts';
import { installOtherBrowsers } from '@datchain/testing/browsers/drivers/installed.ts';
import { runChecks, testChecks } from './lib/checks.ts';
import { runCommand } from './lib/command.ts';
import { git } from './lib/git-files.ts';
import { inRepository } from './lib/root.ts';
import type { TestMessage } from './test/reporter.ts';
import { type Outcome, runStage, type Stage } from './test/run-stage.ts';

const reporter = './scripts/test/reporter.ts';

const vitest = (name: string, ...projects: readonly string[]): Stage => ({
  name,
  command: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    `--reporter=${reporter}`,
    ...projects.map((project) => `--project=${project}`),
  ],
});

/** The stages in the order of their runs. Conformance runs only on request. */
const stages: Readonly<Record<string, Stage>> = {
  unit: vitest('pure functions', 'unit'),
  parts: vitest('processes, and components in a browser', 'process', 'browser'),
  stack: vitest('server and rules on the local stack', 'stack'),
  journeys: {
    name: 'journeys in a browser',
    command: ['node_modules/@playwright/test/cli.js', 'test', `--reporter=list,${reporter}`],
  },
  conformance: vitest(
    'the embedded Firestore beside Google’s',
    'conformance',
    'rules-google',
    'rules-embedded',
  ),
};
const allKeys = ['checks', ...Object.keys(stages)];
const usualKeys = allKeys.filter((key) => key !== 'conformance');

const help = `Runs all checks and tests: every stage, even after failures.

  npm test                               all stages
  npm test -- --only stack               some stages, separated by commas: ${usualKeys.join(', ')}
  npm test -- --only stack functions/x   a file or folder of a stage; further arguments go to its runner
  npm test -- --changed                  only tests that the changes since the last commit can affect
  npm test -- --changed=main             only tests that the changes since another commit can affect
  npm run test:long                      every size, screen, state and width; runs every night
  npm run test:conformance               the embedded Firestore compared with Google's; more with --long

Failures are listed at the end, each with a command that repeats it. Logs and traces are in
test-results.`;

/** The extra arguments for the runner of each requested stage, in the order of the stages. */
type Asked = Readonly<Record<string, readonly string[]>>;

/** Files behind every call, where no import shows that a test depends on them. */
const behindCalls =
  /^(shared\/(?!ui\/)|functions\/|rules\/|tlog\/|testing\/|demo\/|stack\/|emulators\/|package(-lock)?\.json|firebase\.json)/;
const behindScreens = /^(portal|ledger|builder|shared\/ui)\//;

/** Selects the stages and arguments of `--changed`; leaves out stages that are not affected. */
function askedSince(since: string): Asked {
  const files = [
    ...git('diff', '--name-only', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const graph = [`--changed=${since}`, '--passWithNoTests'];
  const isCalled = files.some((file) => behindCalls.test(file));
  const isSeen = isCalled || files.some((file) => behindScreens.test(file));
  const journeys = isSeen ? [] : files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file));
  return {
    checks: [],
    unit: graph,
    parts: graph,
    stack: isCalled ? [] : graph,
    ...(isSeen || journeys.length > 0 ? { journeys } : {}),
  };
}

/** Reads the arguments; undefined for an unknown stage or for help. */
function readArguments(own: readonly string[]) {
  // Everything from the first unknown argument on goes to the runner of the stage.
  const isTheirs = (each: string, index: number) =>
    !/^--(only|changed|long|help)(=|$)/.test(each) && own[index - 1] !== '--only';
  const first = own.findIndex(isTheirs);
  const [ours, theirs] = first < 0 ? [own, []] : [own.slice(0, first), own.slice(first)];
  const { values } = parseArgs({
    args: ours.map((each) => (each === '--changed' ? '--changed=HEAD' : each)),
    options: {
      only: { type: 'string' },
      changed: { type: 'string' },
      long: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  const { only, changed, long, help: isHelpAsked } = values;
  const wanted = only?.split(',') ?? usualKeys;
  const keys = allKeys.filter((key) => wanted.includes(key));
  if (isHelpAsked || keys.length < wanted.length || (theirs[0] && keys.length > 1))
    return undefined;
  const since = changed ? askedSince(changed) : undefined;
  const entries = keys.map((key) => [key, since ? since[key] : theirs] as const);
  const asked = Object.fromEntries(entries.filter(([, each]) => each)) as Asked;
  return { asked, isLong: long, isWhole: !only && !changed };
}

const results = inRepository('test-results');
/** The duration of each stage in its last run on this machine, in seconds. */
const timesFile = inRepository('node_modules/.cache/datchain/test-times.json');

async function runAllChecks(isQuiet: boolean): Promise<Outcome> {
  const failures: TestMessage[] = [];
  const keepFailure: Parameters<typeof runChecks>[1] = ({ name }, { isGood, output }) => {
    if (!isGood) failures.push({ file: '', title: name, message: output });
  };
  await runChecks(testChecks, keepFailure, isQuiet);
  return { passed: testChecks.length - failures.length, failures, leftOut: [] };
}

/**
 * Prepares the demo world of the journeys in the background; if that fails, the journeys make it
 * themselves.
 */
async function makeWorld(folder: string): Promise<void> {
  const script = inRepository('testing/browsers/make-world.ts');
  const made = await runCommand({ script, parameters: [folder], isQuiet: true });
  writeFileSync(`${results}/world.log`, `${made.output}\n`);
  if (made.isGood) process.env.DATCHAIN_WORLD = folder;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

async function runStages(asked: Asked): Promise<ReadonlyMap<string, Outcome>> {
  const browsers = asked.journeys ? installOtherBrowsers() : undefined;
  const keys = Object.keys(asked);
  const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};
  const outcomes = new Map<string, Outcome>();
  const running = new Map<string, () => string>();
  const { isTTY } = process.stdout;
  const say = (line: string) => process.stdout.write(isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
  const show = () => say([...running.values()].map((line) => line()).join('   '));
  const ticking = setInterval(show, isTTY ? 1_000 : 30_000);

  const runOne = async (key: string, isQuiet: boolean): Promise<void> => {
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1_000;
    const place = `[${keys.indexOf(key) + 1}/${keys.length}]`;
    const { name, command } = stages[key] ?? { name: key, command: [] };
    let count = '';
    const onProgress = (done: number, total: number) => {
      count = total > 0 ? ` ${done}/${total}` : '';
    };
    running.set(key, () => {
      const about = times[key] ? ` of about ${clock(Math.max(times[key], seconds()))}` : '';
      return `${place} ${key}${count} · ${clock(seconds())}${about}`;
    });
    const stage = { name, command: [...command, ...(asked[key] ?? [])] };
    const outcome = stages[key]
      ? await runStage(stage, `${results}/${key}.log`, onProgress)
      : await runAllChecks(isQuiet);
    running.delete(key);
    outcomes.set(key, outcome);
    if (asked[key]?.length === 0) times[key] = Math.round(seconds());
    const { passed, failures, leftOut } = outcome;
    const left = leftOut.length > 0 ? `, ${leftOut.length} left out` : '';
    const counts = `${passed} passed, ${failures.length} failed${left}`;
    say(`${place} ${name}: ${counts}, ${seconds().toFixed(0)} s${isTTY ? '\n' : ''}`);
  };

  // Only checks run quietly: beside busy processes a quiet test would exceed its timeouts.
  const others = keys.filter((key) => key !== 'checks');
  const folder = mkdtempSync(join(tmpdir(), 'datchain-world-'));
  const meanwhile = async () => {
    if (asked.checks) await runOne('checks', others.length > 0);
    if (asked.checks && asked.stack && asked.journeys) await makeWorld(folder);
  };
  const world = meanwhile();
  for (const key of others) {
    if (key === 'journeys') await Promise.all([world, browsers]);
    await runOne(key, false);
  }
  await world;
  clearInterval(ticking);
  rmSync(folder, { recursive: true });
  mkdirSync(dirname(timesFile), { recursive: true });
  writeFileSync(timesFile, JSON.stringify(times));
  return new Map(keys.flatMap((key) => [[key, outcomes.get(key) as Outcome]]));
}

const indented = (text: string): string => text.replace(/^/gm, '    ');

function tellFailure(key: string, { file, line, title, message }: TestMessage): void {
  const place = key === 'journeys' && file ? ` ${file}:${line} --trace on` : ` ${file}`;
  console.log(`\n✗ ${file || key}${line ? `:${line}` : ''} › ${title}\n${indented(message)}`);
  console.log(`    Repeat it: npm test -- --only ${key}${file && place}`);
  // Checks are printed in full; the output of a runner is only kept in a file.
  if (stages[key]) console.log(`    Output: test-results/${key}.log`);
}

/** Replays up to eight failed journeys alone with a trace; they stay failed. */
async function replay(failures: readonly TestMessage[]): Promise<void> {
  const { name, command } = stages.journeys as Stage;
  const places = failures.slice(0, 8).map(({ file, line }) => `${file}:${line}`);
  const alone = { name, command: [...command, ...new Set(places), '--workers=1', '--trace=on'] };
  const { failures: again } = await runStage(alone, `${results}/journeys-again.log`);
  console.log('\nJourneys that fail alone as well; the others are FLAKY, a defect:');
  for (const { file, line, title } of again) console.log(`    ${file}:${line} › ${title}`);
  console.log('    Their traces are below test-results/journeys.');
}

async function main(): Promise<number> {
  const read = readArguments(process.argv.slice(2));
  if (!read) {
    console.log(help);
    return process.argv.includes('--help') ? 0 : 1;
  }
  const { asked, isLong, isWhole } = read;
  if (isLong) process.env.DATCHAIN_LONG = '1';
  // Components, the ledger and journeys need a browser, so it is installed before any test.
  if (Object.keys(asked).some((key) => !['checks', 'conformance'].includes(key))) ensureChromium();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const outcomes = [...(await runStages(asked))];
  for (const [key, { failures }] of outcomes) {
    for (const failure of failures) tellFailure(key, failure);
  }
  const failures = outcomes.flatMap(([, own]) => own.failures);
  const journeys = failures.filter(({ line }) => line !== undefined);
  if (isWhole && journeys.length > 0) await replay(journeys);
  const leftOut = outcomes.flatMap(([, own]) => own.leftOut);
  for (const { file, title, message } of leftOut) {
    console.log(`\n○ LEFT OUT: ${file} › ${title}\n${indented(message)}`);
  }
  const passed = outcomes.reduce((sum, [, own]) => sum + own.passed, 0);
  const skipped = leftOut.length > 0 ? `, ${leftOut.length} skipped` : '';
  console.log(`\n${passed} passed, ${failures.length} failed${skipped}`);
  return failures.length > 0 ? 1 : 0;
}

process.exitCode = await main();
