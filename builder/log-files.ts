import { appendFileSync, createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeProofs } from '@datchain/functions/public-log/node-proofs.ts';
import { rawLines } from '@datchain/functions/public-log/raw-lines.ts';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { csvOf } from '@datchain/shared/domain/csv.ts';
import { checkLog } from '@datchain/shared/domain/public-log/check.ts';
import { keysFile } from '@datchain/shared/domain/public-log/keys.ts';
import { logFields } from '@datchain/shared/domain/public-log/logged-entry.ts';
import type { Verdict } from '@datchain/shared/domain/public-log/verdict.ts';

/**
 * Text for many files that is written when there is enough of it: memory does not grow with them.
 */
class Files {
  readonly #dir: string;
  readonly #waiting = new Map<string, string>();
  readonly #tables = new Set<string>();
  #size = 0;

  constructor(dir: string) {
    this.#dir = dir;
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
    this.add(table, isNew ? tableHead + row : row);
  }

  flush(): void {
    for (const [file, text] of this.#waiting) appendFileSync(join(this.#dir, file), text);
    this.#waiting.clear();
    this.#size = 0;
  }
}

const MOST_WAITING = 8_000_000;

/** Every field that some kind of line has, as the columns of one table. */
const columns = ['seq', 'at', 'kind', ...new Set(Object.values(logFields).flat()), 'prev'];

const tableHead = csvOf([columns]);
const tableRow = (fields: Record<string, string | number>): string =>
  csvOf([columns.map((column) => fields[column])]);

/** An id that is not a name of a file has no slice; none that we give is like that. */
const isFileName = (id: unknown): id is string =>
  typeof id === 'string' && /^[\w-][\w.-]{0,200}$/.test(id);

export const logDir = 'data/v1';

/** The slice of a DAT that the log has no line about; firebase.json says so. */
const noLines = 'no-lines.jsonl';

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'latin1');
}

/**
 * Writes the public log into a site, byte for byte as it was published, with its slices and tables;
 * then checks it as everyone can.
 *
 * @param kept checkpoints that were published before: those of now must begin with them
 */
export async function writeLogFiles(
  siteDir: string,
  log: PublicLog,
  kept?: string,
): Promise<Verdict> {
  const dir = join(siteDir, logDir);
  for (const folder of ['log', 'days']) mkdirSync(join(dir, folder), { recursive: true });
  const whole = ['ledger.jsonl', 'checkpoints.jsonl'];
  for (const file of whole) writeFileSync(join(dir, file), '');
  const files = new Files(dir);
  files.addRow('ledger.csv', '');
  writeFileSync(join(dir, noLines), '');
  writeFileSync(join(dir, 'log-keys.json'), keysFile(log.keys));
  writeFileSync(join(dir, 'handles.json'), `${JSON.stringify({ handles: log.handles })}\n`);
  for await (const line of log.lines()) {
    const fields = JSON.parse(line);
    const row = tableRow(fields);
    files.add('ledger.jsonl', line);
    files.addRow('ledger.csv', row);
    files.add(`days/${fields.at.slice(0, 'YYYY-MM-DD'.length)}.jsonl`, line);
    if (!isFileName(fields.datId)) continue;
    files.add(`log/${fields.datId}.jsonl`, line);
    files.addRow(`log/${fields.datId}.csv`, row);
  }
  for await (const line of log.checkpoints()) files.add('checkpoints.jsonl', line);
  files.flush();
  return checkLog(
    {
      log: rawLines(createReadStream(join(dir, 'ledger.jsonl'))),
      checkpoints: rawLines(createReadStream(join(dir, 'checkpoints.jsonl'))),
      keys: new Map(log.keys.map(({ id, publicKey }) => [id, publicKey])),
      ...(kept === undefined ? {} : { kept: rawLines(bytesOf(kept)) }),
    },
    nodeProofs,
  );
}
