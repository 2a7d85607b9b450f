import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { formatCsv } from '@datchain/shared/domain/csv.ts';
import {
  type CoinDay,
  type CoinDays,
  coinDaysFile,
  coinsFile,
  coinsFolder,
  readCoinDays,
} from '@datchain/shared/domain/public-books/coin-days.ts';
import { writeCoinFiles } from '@datchain/shared/domain/public-books/write-coin-files.ts';
import { ledgerFile, ledgerFiles } from '@datchain/shared/domain/public-log/ledger-files.ts';
import { logFields } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { inTree } from '@datchain/tlog/read-tree.ts';
import { TileWriter } from '@datchain/tlog/tile-writer.ts';
import { tilePath } from '@datchain/tlog/tiles.ts';
import { LogFolder, type LogFolderOptions } from './log-folder.ts';
import type { SiteTree } from './site-tree.ts';
import { finishTree, type TreeOptions } from './tree-files.ts';
import { WitnessRefusal } from './witnesses.ts';

/** Every field that some kind of line has, as the columns of one table. */
const columns = ['seq', 'at', 'kind', ...new Set(Object.values(logFields).flat())];
const tableHead = formatCsv([columns]);

const tableFile = 'ledger.csv';
/** The slice of a DAT that the log has no line about; firebase.json says so. */
const noLines = 'no-lines.jsonl';

/** Whether an id can name the file of a slice. All ids that we give can; others get no slice. */
const isFileName = (id: unknown): id is string =>
  typeof id === 'string' && /^[\w-][\w.-]{0,200}$/.test(id);

/** The log's lines about the coins of closed days, by day. */
type DayLines = Map<string, Pick<CoinDay, 'line' | 'lines'>>;

/** Continues the files of the live log, without looking for its slices. @throws if another file is missing or damaged */
async function continueFiles(files: LogFolder, tiles: TileWriter, size: number) {
  await tiles.continueFrom(files.read, size);
  const exports = ledgerFiles(size).map(({ path }) => path);
  for (const name of [...exports, tableFile, coinDaysFile]) files.keep(name);
  return readCoinDays(new TextDecoder().decode(await files.read(coinDaysFile))).days;
}

async function addLines(files: LogFolder, tiles: TileWriter, log: PublicLog): Promise<DayLines> {
  const dayLines: DayLines = new Map();
  for await (const line of log.lines(tiles.size)) {
    const fields = JSON.parse(line);
    const row = formatCsv([columns.map((column) => fields[column])]);
    tiles.add(bytesOfText(line));
    files.append(ledgerFile(tiles.size - 1, log.head.size), line);
    files.append(tableFile, row, tableHead);
    files.append(`days/${fields.at.slice(0, 'YYYY-MM-DD'.length)}.jsonl`, line);
    if (fields.kind === 'liabilities')
      dayLines.set(fields.day, { line: tiles.size, lines: [line] });
    if (fields.kind === 'assets') dayLines.get(fields.day)?.lines.push(line);
    if (!isFileName(fields.datId)) continue;
    files.append(`log/${fields.datId}.jsonl`, line);
    files.append(`log/${fields.datId}.csv`, row, tableHead);
  }
  return dayLines;
}

/**
 * Writes the lists of coins of closed days, and keeps those that the site has.
 *
 * @returns what is wrong, if anything is
 */
async function writeCoins(
  files: LogFolder,
  log: PublicLog,
  before: readonly CoinDay[],
  dayLines: DayLines,
) {
  const days: CoinDay[] = [];
  for await (const coins of log.coins()) {
    const { day } = coins;
    const kept = before.find((one) => one.day === day);
    const lines = dayLines.get(day);
    if (kept) {
      files.keepFolder(coinsFolder(day), 16 ** kept.digits);
      days.push(kept);
    } else if (lines) {
      const write = (prefix: string, text: string) => files.write(coinsFile(day, prefix), text);
      days.push({ day, ...lines, digits: await writeCoinFiles(coins.read, write) });
    } else {
      return `it has no line about the coins of ${day}`;
    }
  }
  files.write(coinDaysFile, `${JSON.stringify({ days } satisfies CoinDays)}\n`);
  return undefined;
}

export type LogOptions = LogFolderOptions & TreeOptions;

/** @returns what is wrong with the log, if anything is */
async function writeLog(site: SiteTree, log: PublicLog, options: LogOptions) {
  const { live, isContinued } = options;
  const files = new LogFolder(site, options);
  const tiles = new TileWriter((tile, bytes) => files.write(inTree(tilePath(tile)), bytes));
  const before = isContinued && live ? await continueFiles(files, tiles, live.tree.size) : [];
  files.write(noLines, '');
  files.write('handles.json', `${JSON.stringify({ handles: await log.handles() })}\n`);
  if (log.head.size === 0) {
    files.write(tableFile, tableHead);
    files.write(ledgerFile(0, 0), '');
  }
  const dayLines = await addLines(files, tiles, log);
  const problem =
    (await writeCoins(files, log, before, dayLines)) ??
    (await finishTree(files, tiles, log.head, options));
  if (problem === undefined) files.finish();
  return problem;
}

/**
 * Makes a site have this log and no other: its tree for programs, and its lines, byte for byte, with their slices
 * and tables.
 *
 * @returns what is wrong with the log, if anything is: then the site must not be published
 * @throws WitnessRefusal
 */
export async function addLog(
  site: SiteTree,
  log: PublicLog,
  options: LogOptions,
): Promise<string | undefined> {
  const { live, isContinued } = options;
  // A log that has become long has its first lines in files of other names.
  const isInSameFiles = live && ledgerFile(0, live.tree.size) === ledgerFile(0, log.head.size);
  if (isContinued && isInSameFiles) {
    const problem = await writeLog(site, log, options).catch(tellFault);
    if (problem === undefined) return undefined;
    options.log(`The public log could not be continued, so all of it is written: ${problem}.`);
  }
  // The live log could not be continued, so each of its files is now written anew or removed.
  return writeLog(site, log, { ...options, isContinued: false });
}

function tellFault(error: unknown): string {
  if (error instanceof WitnessRefusal) throw error;
  return String(error);
}
