import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { csvOf } from '@datchain/shared/domain/csv.ts';
import {
  type CoinDays,
  coinDaysFile,
  coinsDir,
  coinsFile,
} from '@datchain/shared/domain/public-books/coin-days.ts';
import { ledgerFile } from '@datchain/shared/domain/public-log/ledger-files.ts';
import { logFields } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { bytesOfText } from '@datchain/shared/tlog/bytes.ts';
import { type LiveLog, TreeFiles, type Witnessing } from './tree-files.ts';

/**
 * Text for many files that is written when there is enough of it: memory does not grow with them.
 */
class Files {
  readonly #dir: string;
  readonly #tableHead: string;
  readonly #waiting = new Map<string, string>();
  readonly #tables = new Set<string>();
  #size = 0;

  constructor(dir: string, tableHead: string) {
    this.#dir = dir;
    this.#tableHead = tableHead;
  }

  add(file: string, text: string): void {
    this.#waiting.set(file, (this.#waiting.get(file) ?? '') + text);
    this.#size += text.length;
    if (this.#size > MOST_WAITING) this.flush();
  }

  /** Adds a row to a table, which begins with the names of the columns. */
  addRow(table: string, row: string): void {
    const isNew = !this.#tables.has(table);
    this.#tables.add(table);
    this.add(table, isNew ? this.#tableHead + row : row);
  }

  flush(): void {
    for (const [file, text] of this.#waiting) appendFileSync(join(this.#dir, file), text);
    this.#waiting.clear();
    this.#size = 0;
  }
}

const MOST_WAITING = 8_000_000;

/** Every field that some kind of line has, as the columns of one table. */
const columns = ['seq', 'at', 'kind', ...new Set(Object.values(logFields).flat())];

/** Lines from before the log was a tree have one more. */
const columnsOf = ({ head }: PublicLog): string[] => (head.former ? [...columns, 'prev'] : columns);

/** An id that is not a name of a file has no slice; none that we give is like that. */
const isFileName = (id: unknown): id is string =>
  typeof id === 'string' && /^[\w-][\w.-]{0,200}$/.test(id);

export const logDir = 'data/v1';
/** The log as a tree. */
export const treeDir = `${logDir}/tlog`;

/** The slice of a DAT that the log has no line about; firebase.json says so. */
const noLines = 'no-lines.jsonl';

async function writeFormerFiles(files: Files, { head, formerCheckpoints }: PublicLog) {
  if (!head.former) return;
  files.add('log-keys.json', head.former.keys);
  for await (const line of formerCheckpoints()) files.add('checkpoints.jsonl', line);
}

/**
 * Writes the lists of coins of the newest closed days, and which days those are.
 *
 * @param lines the numbers of the lines about closed days
 * @returns what is wrong, if the log has no line about a list
 */
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

/**
 * Writes the public log into a site: its tree for programs, and its lines, byte for byte, with their
 * slices and tables.
 *
 * @param live the log that is published now, which this one must continue
 * @returns what is wrong with the log, if anything is: then it must not be published
 * @throws WitnessRefusal
 */
export async function writeLogFiles(
  siteDir: string,
  log: PublicLog,
  live: LiveLog = {},
  witnessing?: Witnessing,
): Promise<string | undefined> {
  const dir = join(siteDir, logDir);
  for (const folder of ['log', 'days']) mkdirSync(join(dir, folder), { recursive: true });
  const { head } = log;
  const columns = columnsOf(log);
  const files = new Files(dir, csvOf([columns]));
  files.addRow('ledger.csv', '');
  for (const empty of [noLines, ledgerFile(0, head.size)]) writeFileSync(join(dir, empty), '');
  writeFileSync(join(dir, 'handles.json'), `${JSON.stringify({ handles: log.handles })}\n`);
  await writeFormerFiles(files, log);
  const closedDays = new Map<string, number>();
  const tree = new TreeFiles(join(siteDir, treeDir), live);
  for await (const line of log.lines()) {
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
