/** Writes a world of many copies of one cell as saved data of the emulators (see docs/bench/jobs.md). */

import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type DescribedEntry, readEntries } from '@datchain/functions/public-log/read-entries.ts';
import { services } from '@datchain/functions/services.ts';
import type { StoredEntry } from '@datchain/functions/stores/journal-entries.ts';
import { shardOf } from '@datchain/functions/stores/journal-shards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { commitmentOf, type Document, makeDays, makeLog, salt } from './jobs-books.ts';
import { cellNames } from './jobs-cell.ts';
import { Copies, encodeFields } from './jobs-copies.ts';

type Line = readonly [path: string, createdAt: number, updatedAt: number, fields: object];
type StripeRow = readonly [table: string, id: string, row: object];

/** A played cell: the folder with its saved data, and what its journal says. */
export interface Cell {
  readonly dir: string;
  readonly todayMillis: number;
  readonly entries: readonly StoredEntry[];
  readonly described: readonly DescribedEntry[];
}

/** Reads the journal of the cell from the emulators that have just played it. */
export async function readCell(dir: string, todayMillis: number): Promise<Cell> {
  const all = services();
  const entries: StoredEntry[] = [];
  for await (const page of all.entries.pages(500)) entries.push(...page);
  const { described } = await readEntries(
    all.store,
    entries.map(({ id }) => id),
  );
  const inOrder = described.sort((a, b) => a.at - b.at || a.editionVersion - b.editionVersion);
  return { dir, todayMillis, entries, described: inOrder };
}

const YEAR_MILLIS = 365 * DAY_MILLIS;
/** Rows of works in one document of summaries. */
const WORKS_PER_PAGE = 50;

/** Documents that are deleted within days. */
const passing = /^(rateLimits|publicChanges|leases|turns)\//;

/** Sums over all copies. */
const sums = /^(totals\/books|guards\/supply$)/;

const multiply = (text: string, count: number, field = '\\w+'): string =>
  text.replaceAll(
    new RegExp(`("${field}":\\{"integerValue":")(-?\\d+)`, 'g'),
    (_, before: string, value: string) => `${before}${Number(value) * count}`,
  );

const pageName = (number: number): string => `summary_${number}`;
const pageOf = (copy: number): number => 1 + Math.floor(copy / WORKS_PER_PAGE);

/** Finds the page of a work's summary: the newest works are in `main`, and `p1` follows it. */
const assetsPath = (page: number): string =>
  page === 1 ? docs.assetsSummary : docs.assetsPage(page - 1);

class WorldWriter {
  readonly #copies: Copies;
  readonly #file: number;
  #batch = '';
  documents = 0;

  constructor(path: string, copies: Copies, head: readonly string[]) {
    this.#copies = copies;
    this.#file = openSync(path, 'w');
    this.#batch = `${head.join('\n')}\n`;
  }

  line(text: string): void {
    this.documents += 1;
    this.#batch += `${text}\n`;
    if (this.#batch.length > 1_000_000) this.#flush();
  }

  #flush(): void {
    writeSync(this.#file, this.#batch);
    this.#batch = '';
  }

  add = ({ path, data }: Document, at = Date.now() * 1_000): void =>
    this.line(JSON.stringify([path, at, at, encodeFields(data)]));

  /** Writes pages of rows or of entries, in the manner of the summaries of works. */
  pages(
    [, created, updated]: Line,
    pathOf: (page: number) => string,
    fieldsOf: (texts: string[]) => string,
    text: string,
  ) {
    let page: string[] = [];
    let number = 1;
    const flush = () => {
      const fields = fieldsOf(page);
      this.line(`["${pathOf(number)}",${created},${updated},${fields}]`);
      number += 1;
      page = [];
    };
    for (const row of this.#copies.all(text)) {
      page.push(row);
      if (page.length === WORKS_PER_PAGE) flush();
    }
    if (page.length > 0 || number === 1) flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }
}

const listOf = (fields: object, name: string): string =>
  JSON.stringify(
    (fields as Record<string, { arrayValue: { values: object[] } }>)[name]?.arrayValue.values[0],
  );

function writeSummary(writer: WorldWriter, line: Line): boolean {
  const [path, , , fields] = line;
  const list = (name: string) => (texts: string[]) =>
    `{"${name}":{"arrayValue":{"values":[${texts.join()}]}}}`;
  if (path === docs.assetsSummary) {
    writer.pages(line, assetsPath, list('assets'), listOf(fields, 'assets'));
  } else if (path === docs.musicPage(1)) {
    writer.pages(line, docs.musicPage, list('posts'), listOf(fields, 'posts'));
  } else if (path === docs.analyticsSummary) {
    const pathOf = (page: number) => `${docs.analyticsSummaries}/${pageName(page)}`;
    const entry = JSON.stringify(fields).slice(1, -1);
    writer.pages(line, pathOf, (texts) => `{${texts.join()}}`, entry);
  } else return false;
  return true;
}

type NumberOf = (entryId: string, copy: number) => number;

function writeCopies(writer: WorldWriter, copies: Copies, text: string, numberOf: NumberOf) {
  const [path] = JSON.parse(text) as Line;
  const [collection = '', id = ''] = path.split('/');
  const template = text
    .replace('"seq":{"nullValue":null}', '"seq":{"integerValue":"@seq"}')
    .replace(/"shard":\{"integerValue":"\d+"\}/, '"shard":{"integerValue":"@shard"}')
    .replace('summary_1', collection === 'streamPlaces' ? '@page' : 'summary_1')
    .replace('"summaryPage":{"stringValue":"main"}', '"summaryPage":{"stringValue":"@page"}')
    .replace(/"(salt|person)":\{"stringValue":"\w+"\}/g, '"$1":{"stringValue":"@$1"}');
  let copy = 0;
  for (const one of copies.all(template)) {
    const name = copies.rename(id, copy);
    const made = {
      journal: () =>
        one
          .replace('@seq', String(numberOf(id, copy)))
          .replace('@shard', String(shardOf(copies.render(copies.split(id), copy)))),
      streamPlaces: () => one.replace('@page', pageName(pageOf(copy))),
      releases: () => one.replace('@page', assetsPath(pageOf(copy)).split('/')[1] ?? ''),
      publicLogPeople: () => one.replace('@salt', salt).replace('@person', commitmentOf(name)),
    }[collection];
    writer.line(made?.() ?? one);
    copy += 1;
  }
}

async function writeFirestore(cell: Cell, copies: Copies, dir: string): Promise<number> {
  mkdirSync(dir, { recursive: true });
  const name = 'firestore.jsonl';
  const [format = '', database = '', ...lines] = readFileSync(
    join(cell.dir, 'firestore', name),
    'utf8',
  )
    .trimEnd()
    .split('\n');
  const writer = new WorldWriter(join(dir, name), copies, [format, database]);
  const numberOf = await makeLog(copies, cell.described, cell.todayMillis, (one) =>
    writer.add(one),
  );
  await makeDays(copies, cell.entries, cell.todayMillis, (one) => writer.add(one));
  for (const text of lines) {
    const line = JSON.parse(text) as Line;
    const [path] = line;
    if (passing.test(path) || writeSummary(writer, line)) continue;
    if (sums.test(path)) writer.line(multiply(text, copies.count));
    else if (path.startsWith('guards/block:'))
      writer.line(multiply(text, copies.count, 'platformQty'));
    else if (copies.isNamed(path)) writeCopies(writer, copies, text, numberOf);
    else writer.line(text);
  }
  writer.close();
  return writer.documents;
}

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8'));

function copyRows(copies: Copies, rows: readonly object[]): string {
  const all = rows.flatMap((row) => {
    const text = JSON.stringify(row);
    return copies.isNamed(text) ? [...copies.all(text)] : [text];
  });
  return `[${all.join(',\n')}]`;
}

/** Events and answers kept for repeated requests are gone after a month. */
const isKeptAtStripe = ([table]: StripeRow): boolean =>
  !['events', 'idempotency', 'deliveries'].includes(table);

const readStripe = (cell: Cell): StripeRow[] =>
  read<StripeRow[]>(cell.dir, 'stripe/snapshot.json').filter(isKeptAtStripe);

/** Finds the names in a cell: of its people and works, its orders, and what is stored at Stripe. */
export function copiesOf(cell: Cell, count: number): Copies {
  const text = readFileSync(join(cell.dir, 'firestore/firestore.jsonl'), 'utf8');
  const names = new Set([
    ...(text.match(cellNames) ?? []),
    ...[...text.matchAll(/^\["orders\/([^"]+)"/gm)].map(([, id = '']) => id),
    ...readStripe(cell)
      .map(([, id]) => id)
      .filter((id) => id.includes('_')),
  ]);
  return new Copies([...names], count);
}

/**
 * Writes a world as a folder that the emulators can start with.
 *
 * @param dir a new folder
 * @returns the number of documents in Firestore
 */
export async function writeWorld(cell: Cell, dir: string, cells: number): Promise<number> {
  const stripe = readStripe(cell);
  const copies = copiesOf(cell, cells);
  const documents = await writeFirestore(cell, copies, join(dir, 'firestore'));
  const database = read<{ format: string; namespaces: [string, Record<string, unknown>][] }>(
    cell.dir,
    'database/database.json',
  );
  const namespaces = database.namespaces.map(([name, { publicChanges: _, ...tree }]) => [
    name,
    copies.tree(tree),
  ]);
  mkdirSync(join(dir, 'database'));
  writeFileSync(join(dir, 'database/database.json'), JSON.stringify({ ...database, namespaces }));
  mkdirSync(join(dir, 'stripe'));
  writeFileSync(join(dir, 'stripe/snapshot.json'), copyRows(copies, stripe));
  const at = String(cell.todayMillis - YEAR_MILLIS);
  const times = { createdAt: at, lastLoginAt: at };
  const accounts = read<object[]>(cell.dir, 'auth.json').map((one) => ({ ...one, ...times }));
  writeFileSync(join(dir, 'auth.json'), copyRows(copies, accounts));
  cpSync(join(cell.dir, 'mail.json'), join(dir, 'mail.json'));
  cpSync(join(cell.dir, 'storage'), join(dir, 'storage'), { recursive: true });
  return documents;
}
