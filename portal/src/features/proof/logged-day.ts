import {
  type CoinDay,
  coinDaysFile,
  readCoinDays,
} from '@datchain/shared/domain/public-books/coin-days.ts';
import {
  asLogged,
  type CoinSums,
  type Due,
  type ListedCoins,
} from '@datchain/shared/domain/public-books/coins.ts';
import { readLogLine } from '@datchain/shared/domain/public-log/lines.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { count, whole } from '@datchain/shared/domain/whole.ts';
import { bytesOfText, textOfBytes } from '@datchain/tlog/bytes.ts';
import { checkNote, checkPolicy, isFailure, places } from '@datchain/tlog/check-note.ts';
import type { Failure } from '@datchain/tlog/faults.ts';
import { type PublishedCheckpoint, readLatest, readProof } from '@datchain/tlog/read-proof.ts';
import { BadFile, type Read } from '@datchain/tlog/read-tree.ts';
import * as v from 'valibot';

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const liabilitiesSchema = v.object({
  kind: v.literal('liabilities'),
  at: v.string(),
  day: v.string(),
  owedMicros: count,
  tokens: count,
  rewardTokens: count,
  users: count,
  coins: count,
  root: hash,
});

const assetsSchema = v.object({
  kind: v.literal('assets'),
  at: v.string(),
  day: v.string(),
  source: v.literal('stripe'),
  availableCents: whole,
  pendingCents: whole,
});

export interface ReportedAssets {
  readonly at: Millis;
  readonly availableCents: number;
  readonly pendingCents: number;
}

/** A closed day as the public log tells it. The list of coins was not read. */
export interface LoggedDay {
  readonly day: string;
  readonly line: number;
  /** How many digits name a file of the list. */
  readonly digits: number;
  readonly closedAt: Millis;
  readonly due: Due;
  /** The sums, number and root that the list must have. */
  readonly logged: ListedCoins;
  /** Undefined when Stripe did not answer at the close. */
  readonly assets: ReportedAssets | undefined;
  /** False where this device cannot check the log's signatures. */
  readonly isSigned: boolean;
}

export type DayFault =
  | { readonly fault: 'none' }
  /** The log is not signed as its policy requires. */
  | { readonly fault: 'log'; readonly failure: Failure }
  /** The log has another line there, or its tree does not prove this one. */
  | { readonly fault: 'line'; readonly day: string; readonly line: number }
  /** A file of the list is missing. */
  | { readonly fault: 'missing'; readonly day: string; readonly file: string }
  /** A file of the list is not in the tree whose root is in the log. */
  | { readonly fault: 'file'; readonly day: string; readonly file: string }
  /** A line of the whole list is malformed or out of order. */
  | { readonly fault: 'form'; readonly day: string; readonly at: number }
  /** The whole list is not the one in the log. */
  | { readonly fault: 'other'; readonly day: string }
  | {
      readonly fault: 'sum';
      readonly day: string;
      readonly listed: CoinSums;
      readonly logged: CoinSums;
    };

export const isFault = <T extends object>(value: T | DayFault): value is DayFault =>
  'fault' in value;

interface SignedLog {
  readonly latest: PublishedCheckpoint;
  readonly isSigned: boolean;
}

async function openLog(read: Read): Promise<SignedLog | Failure> {
  const [policyBytes, latest] = await Promise.all([read(places.policy), readLatest(read)]);
  if (!policyBytes) throw new BadFile(places.policy, 'is missing');
  const policy = checkPolicy(policyBytes);
  if (isFailure(policy)) return policy;
  const note = await checkNote(bytesOfText(latest.text), policy);
  return isFailure(note) ? note : { latest, isSigned: note.isSigned };
}

/** Reads a line that the log has at this place: its tree proves it. */
async function fieldsAt(read: Read, { latest }: SignedLog, line: number, text: string) {
  if (line > latest.tree.size) return undefined;
  try {
    await readProof(read, latest, { index: line - 1, entry: bytesOfText(text) });
  } catch (error) {
    if (error instanceof BadFile) return undefined;
    throw error;
  }
  const found = readLogLine(text.replace(/\n$/, ''));
  return found?.seq === line ? found.fields : undefined;
}

/** Reads the assets from the line after the debts; undefined when Stripe did not answer. */
async function readAssets(read: Read, log: SignedLog, { day, line, lines }: CoinDay) {
  const [, text] = lines;
  if (text === undefined) return undefined;
  const { success, output } = v.safeParse(assetsSchema, await fieldsAt(read, log, line + 1, text));
  if (!success || output.day !== day) return undefined;
  const { at, availableCents, pendingCents } = output;
  return { at: Date.parse(at), availableCents, pendingCents };
}

async function newestDay(read: Read): Promise<CoinDay | undefined> {
  const bytes = await read(coinDaysFile);
  if (!bytes) return undefined;
  return readCoinDays(textOfBytes(bytes) ?? '').days[0];
}

/**
 * Reads what the public log says about the newest list of coins. It checks the log's signatures, and that the
 * line is in its tree. The lines come with the list of days, because a tile of 256 lines can have 100 KB.
 *
 * @throws BadFile, SyntaxError or ValiError when there is no log, or it cannot be read
 */
export async function readLoggedDay(read: Read): Promise<LoggedDay | DayFault> {
  const newest = await newestDay(read);
  if (!newest) return { fault: 'none' };
  const { day, line, lines, digits } = newest;
  const log = await openLog(read);
  if (isFailure(log)) return { fault: 'log', failure: log };
  const parsed = v.safeParse(liabilitiesSchema, await fieldsAt(read, log, line, lines[0] ?? ''));
  if (!parsed.success || parsed.output.day !== day) return { fault: 'line', day, line };
  const { at, owedMicros, tokens, rewardTokens } = parsed.output;
  const due = { owedMicros, tokens, rewardTokens };
  const assets = await readAssets(read, log, newest);
  return {
    day,
    line,
    digits,
    closedAt: Date.parse(at),
    due,
    logged: asLogged(due, parsed.output),
    assets,
    isSigned: log.isSigned,
  };
}
