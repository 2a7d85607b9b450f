import {
  appendFileSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { csvOf } from '@datchain/shared/domain/csv.ts';
import {
  type CoinDays,
  coinDaysFile,
  coinsDir,
  coinsFile,
  readCoinDays,
} from '@datchain/shared/domain/public-books/coin-days.ts';
import { ledgerFile } from '@datchain/shared/domain/public-log/ledger-files.ts';
import { logFields } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { type LiveLog, liveSize, TreeFiles, type Witnessing } from './tree-files.ts';

/** Below data/v1/: folders of files that only ever grow by new lines. */
const growingFolders = ['log', 'days'];

/** Text for many files, written when there is enough of it. Files that are in `before` go on from there. */
class Files {
  readonly #dir: string;
  readonly #tableHead: string;
  readonly #before: string | undefined;
  readonly #waiting = new Map<string, string>();
  readonly #tables = new Set<string>();
  readonly #begun = new Set<string>();
  #size = 0;

  constructor(dir: string, tableHead: string, before?: string) {
    this.#dir = dir;
    this.#tableHead = tableHead;
    this.#before = before;
  }

  add(file: string, text: string): void {
    this.#waiting.set(file, (this.#waiting.get(file) ?? '') + text);
    this.#size += text.length;
    if (this.#size > MOST_WAITING) this.flush();
  }

  /** Adds a row to a table, which begins with the names of the columns. */
  addRow(table: string, row: string): void {
    const isNew = !this.#tables.has(table) && !this.#isBefore(table);
    this.#tables.add(table);
    this.add(table, isNew ? this.#tableHead + row : row);
  }

  flush(): void {
    for (const [file, text] of this.#waiting) {
      if (!this.#begun.has(file)) this.#begin(file);
      appendFileSync(join(this.#dir, file), text);
    }
    this.#waiting.clear();
    this.#size = 0;
  }

  #isBefore(file: string): boolean {
    return this.#before !== undefined && existsSync(join(this.#before, file));
  }

  /** A file that grows is a copy: the live site keeps its own. */
  #begin(file: string): void {
    this.#begun.add(file);
    if (!this.#isBefore(file)) return;
    copyFileSync(join(this.#before ?? '', file), join(this.#dir, file), constants.COPYFILE_FICLONE);
  }
}

/** In characters. A file is opened each time that some are waiting for it. */
const MOST_WAITING = 32_000_000;

/** Every field that some kind of line has, as the columns of one table. */
const columns = ['seq', 'at', 'kind', ...new Set(Object.values(logFields).flat())];

/** An id that is not a name of a file has no slice; none that we give is like that. */
const isFileName = (id: unknown): id is string =>
  typeof id === 'string' && /^[\w-][\w.-]{0,200}$/.test(id);

export const logDir = 'data/v1';
/** The log as a tree. */
export const treeDir = `${logDir}/tlog`;

/** The slice of a DAT that the log has no line about; firebase.json says so. */
const noLines = 'no-lines.jsonl';

/** Writes the lists of coins of closed days. @param lines the numbers of the lines about them @returns what is wrong */
async function writeCoins(
  dir: string,
  log: PublicLog,
  lines: ReadonlyMap<string, number>,
): Promise<string | undefined> {
  mkdirSync(join(dir, coinsDir), { recursive: true });
  const days: CoinDays['days'] = [];
  for await (const { day, text } of log.coins()) {
    const line = lines.get(day);
    if (line === undefined) return `it has no line about the coins of ${day}`;
    writeFileSync(join(dir, coinsFile(day)), text);
    days.push({ day, line });
  }
  writeFileSync(join(dir, coinDaysFile), `${JSON.stringify({ days } satisfies CoinDays)}\n`);
  return undefined;
}

/** The lines about closed days that the live log has, by day. */
function liveClosedDays(dir: string): [day: string, line: number][] {
  const { days } = readCoinDays(readFileSync(join(dir, coinDaysFile), 'utf8'));
  return days.map(({ day, line }) => [day, line]);
}

/** Whether lines are in files of the same names as long as there are `size` of them. */
const isSameFile = (size: number, before: number): boolean =>
  ledgerFile(0, size) === ledgerFile(0, before);

interface Writing {
  readonly tree: TreeFiles;
  /** Where the files of the live log are, if only what it lacks is written. */
  readonly before?: string;
  readonly witnessing?: Witnessing | undefined;
}

async function writeAll(
  siteDir: string,
  log: PublicLog,
  { tree, before, witnessing }: Writing,
): Promise<string | undefined> {
  const dir = join(siteDir, logDir);
  for (const folder of growingFolders) mkdirSync(join(dir, folder), { recursive: true });
  const { head } = log;
  const from = tree.size;
  const files = new Files(dir, csvOf([columns]), before);
  writeFileSync(join(dir, noLines), '');
  // Also of a log without lines there are these two.
  if (from === 0) {
    files.addRow('ledger.csv', '');
    writeFileSync(join(dir, ledgerFile(0, head.size)), '');
  }
  writeFileSync(join(dir, 'handles.json'), `${JSON.stringify({ handles: await log.handles() })}\n`);
  const closedDays = new Map(before ? liveClosedDays(before) : []);
  for await (const line of log.lines(from)) {
    const fields = JSON.parse(line);
    const row = csvOf([columns.map((column) => fields[column])]);
    tree.add(bytesOfText(line));
    files.add(ledgerFile(tree.size - 1, head.size), line);
    files.addRow('ledger.csv', row);
    files.add(`days/${fields.at.slice(0, 'YYYY-MM-DD'.length)}.jsonl`, line);
    if (fields.kind === 'liabilities') closedDays.set(fields.day, tree.size);
    if (!isFileName(fields.datId)) continue;
    files.add(`log/${fields.datId}.jsonl`, line);
    files.addRow(`log/${fields.datId}.csv`, row);
  }
  files.flush();
  return (await writeCoins(dir, log, closedDays)) ?? tree.finish(head, witnessing);
}

/**
 * Writes the public log: its tree for programs, and its lines, byte for byte, with their slices and tables.
 *
 * @param siteDir an empty folder, in which the files lie as they do in a site
 * @param live the log that is published now, which this one must continue
 * @returns what is wrong with the log, if anything is: then it must not be published
 * @throws WitnessRefusal
 */
export function writeLogFiles(
  siteDir: string,
  log: PublicLog,
  live: LiveLog = {},
  witnessing?: Witnessing,
): Promise<string | undefined> {
  return writeAll(siteDir, log, { tree: new TreeFiles(join(siteDir, treeDir), live), witnessing });
}

/**
 * Writes those files of the public log that are not as the live site has them: it reads only the lines that
 * the live log lacks.
 *
 * @param siteDir an empty folder, in which the files lie as they do in a site
 * @returns the files of the tree that stay as they are; undefined when the live log cannot be continued, and
 *   all of it is to be written; then what is in the folder is of no use
 */
export async function continueLogFiles(
  siteDir: string,
  log: PublicLog,
  live: LiveLog,
  witnessing?: Witnessing,
): Promise<readonly string[] | undefined> {
  const size = liveSize(live);
  const { head } = log;
  const canBe = size > 0 && size <= head.size && isSameFile(size, head.size);
  if (!live.dir || !canBe) return undefined;
  const tree = new TreeFiles(join(siteDir, treeDir), live);
  const writing = { tree, before: dirname(live.dir), witnessing };
  const problem = await tree
    .continueLive()
    .then(() => writeAll(siteDir, log, writing))
    .catch(String);
  if (problem === undefined) return tree.kept.map((file) => `${treeDir}/${file}`);
  witnessing?.log(`The public log could not be continued, so all of it is written: ${problem}.`);
  return undefined;
}
