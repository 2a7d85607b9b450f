import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '../../builder/fingerprint.ts';
import { liveLogIn, TreeFiles } from '../../builder/tree-files.ts';
import { aPublicLog, someLines } from '../../functions/testing/a-public-log.ts';
import { bytesOfText } from '../../shared/tlog/bytes.ts';
import { secondsToVerify } from './log-browser.ts';
import { isBusy, machine, table, writeReport } from './report.ts';

const LINES = 110_000;
const SECONDS = 2;
const MOST_FILES = 6;
const SECONDS_IN_BROWSER = 5;

interface Published {
  readonly dir: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly files: number;
  readonly megabytes: number;
  /** Files that the version before does not share. */
  readonly written: number;
}

/** Makes the tree of some lines beside the one before, as a rebuild does. */
async function publish(
  dir: string,
  lines: readonly string[],
  signedSizes: readonly number[],
  before?: string,
): Promise<Published> {
  const { head } = await aPublicLog(lines, signedSizes);
  const cpu = process.cpuUsage();
  const started = performance.now();
  const tree = new TreeFiles(dir, before === undefined ? {} : liveLogIn(before));
  for (const line of lines) tree.add(bytesOfText(line));
  const problem = await tree.finish(head);
  if (problem) throw new Error(problem);
  const wallSeconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const found = listFiles(`${dir}/`).map((file) => statSync(join(dir, file)));
  return {
    dir,
    wallSeconds,
    cpuSeconds: (user + system) / 1e6,
    files: found.length,
    megabytes: found.reduce((sum, { size }) => sum + size, 0) / 1e6,
    written: found.filter(({ nlink }) => nlink === 1).length,
  };
}

const secondsOf = ({ wallSeconds, cpuSeconds }: Published): number =>
  isBusy ? Math.min(wallSeconds, cpuSeconds) : wallSeconds;

const rowOf = (what: string, one: Published): string[] => [
  what,
  one.wallSeconds.toFixed(2),
  one.cpuSeconds.toFixed(2),
  one.files.toLocaleString('en-US'),
  one.megabytes.toFixed(1),
  one.written.toLocaleString('en-US'),
];

/**
 * Measures the making of the public log's tree and writes docs/bench/log.md.
 *
 * @returns whether every budget was met
 */
export async function benchLog(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'log-bench-'));
  try {
    const lines = someLines(LINES + 1);
    const all = await publish(join(folder, 'all'), lines.slice(0, LINES), [LINES]);
    const more = await publish(join(folder, 'more'), lines, [LINES, LINES + 1], all.dir);
    const browserSeconds = await secondsToVerify(lines.slice(0, LINES));
    const verdicts: [string, boolean][] = [
      ['110,000 lines within 2 s', secondsOf(all) <= SECONDS],
      [`one more line writes at most ${MOST_FILES} files`, more.written <= MOST_FILES],
      ['110,000 lines checked in a browser within 5 s', browserSeconds <= SECONDS_IN_BROWSER],
    ];
    const figures = table(
      ['lines', 'clock, s', 'processors, s', 'files', 'MB', 'written'],
      [rowOf('110,000', all), rowOf('one more', more)],
    );
    const inBrowser = `/verify checks 110,000 lines in ${browserSeconds.toFixed(1)} s in Chromium`;
    console.log(`\n${figures}\n\n${inBrowser}.\n`);
    writeReport(
      'log',
      `
# The tree of the public log

Written by \`npm run bench -- log\`: tiles, policy and checkpoint from the lines, as the rebuild makes them.
${machine()}.

${figures}

All lines are hashed each time; files that are as they were before are linked, not written.

${inBrowser}, from the press of the button to the verdict: the median of three, without cached files,
by the clock.

Budget${isBusy ? ', by the clock or by the processors, because the machine had other work' : ''}:

${verdicts.map(([text, isMet]) => `- ${text}: ${isMet ? 'met' : 'NOT met'}`).join('\n')}
`,
    );
    return verdicts.every(([, isMet]) => isMet);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
