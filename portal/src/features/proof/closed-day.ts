import {
  coinDaysFile,
  coinsFile,
  readCoinDays,
} from '@datchain/shared/domain/public-books/coin-days.ts';
import {
  asLogged,
  type CoinList,
  type CoinSums,
  coinAssets,
  type Due,
  readCoinList,
} from '@datchain/shared/domain/public-books/coins.ts';
import { readLogLine } from '@datchain/shared/domain/public-log/lines.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { count, whole } from '@datchain/shared/domain/whole.ts';
import { bytesOfText, textOfBytes } from '@datchain/tlog/bytes.ts';
import { checkNote, checkPolicy, isFailure, places } from '@datchain/tlog/check-note.ts';
import type { Failure } from '@datchain/tlog/faults.ts';
import { readEntry } from '@datchain/tlog/read-entry.ts';
import { type PublishedCheckpoint, readLatest } from '@datchain/tlog/read-proof.ts';
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

/** A closed day whose list matches the public log and adds up. */
export interface ClosedDay {
  readonly day: string;
  readonly line: number;
  readonly closedAt: Millis;
  readonly due: Due;
  readonly list: CoinList;
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
  | { readonly fault: 'missing'; readonly day: string }
  /** A line of the list is malformed or out of order. */
  | { readonly fault: 'form'; readonly day: string; readonly at: number }
  /** The list is not the one in the log. */
  | { readonly fault: 'other'; readonly day: string }
  | {
      readonly fault: 'sum';
      readonly day: string;
      readonly listed: CoinSums;
      readonly logged: CoinSums;
    };

export const isFault = (value: ClosedDay | DayFault): value is DayFault => 'fault' in value;

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

async function fieldsAt(read: Read, { latest }: SignedLog, line: number) {
  try {
    const entry = await readEntry(read, latest, line - 1);
    const found = readLogLine((textOfBytes(entry) ?? '').replace(/\n$/, ''));
    return found?.seq === line ? found.fields : undefined;
  } catch (error) {
    if (error instanceof BadFile) return undefined;
    throw error;
  }
}

/** Reads the assets from the line after the debts; undefined when Stripe did not answer. */
async function readAssets(read: Read, log: SignedLog, of: { day: string; line: number }) {
  if (of.line >= log.latest.tree.size) return undefined;
  const { success, output } = v.safeParse(assetsSchema, await fieldsAt(read, log, of.line + 1));
  if (!success || output.day !== of.day) return undefined;
  const { at, availableCents, pendingCents } = output;
  return { at: Date.parse(at), availableCents, pendingCents };
}

async function newestDay(read: Read) {
  const bytes = await read(coinDaysFile);
  if (!bytes) return undefined;
  return readCoinDays(textOfBytes(bytes) ?? '').days[0];
}

/**
 * Reads the newest list of coins and checks it against the public log. It checks the log's
 * signatures, the lines in its tree, and the list's form, sums, number of coins and root.
 *
 * @throws BadFile, SyntaxError or ValiError when there is no log, or it cannot be read
 */
export async function readClosedDay(read: Read): Promise<ClosedDay | DayFault> {
  const newest = await newestDay(read);
  if (!newest) return { fault: 'none' };
  const { day, line } = newest;
  const log = await openLog(read);
  if (isFailure(log)) return { fault: 'log', failure: log };
  const parsed = v.safeParse(liabilitiesSchema, await fieldsAt(read, log, line));
  if (!parsed.success || parsed.output.day !== day) return { fault: 'line', day, line };
  const bytes = await read(coinsFile(day));
  if (!bytes) return { fault: 'missing', day };
  const list = readCoinList(textOfBytes(bytes) ?? '?');
  if ('faultyLine' in list) return { fault: 'form', day, at: list.faultyLine };
  const { at, owedMicros, tokens, rewardTokens } = parsed.output;
  const due = { owedMicros, tokens, rewardTokens };
  const logged = asLogged(due, parsed.output);
  if (list.root !== logged.root || list.coins !== logged.coins) return { fault: 'other', day };
  if (coinAssets.some((asset) => list.sums[asset] !== logged.sums[asset])) {
    return { fault: 'sum', day, listed: list.sums, logged: logged.sums };
  }
  const assets = await readAssets(read, log, { day, line });
  return { day, line, closedAt: Date.parse(at), due, list, assets, isSigned: log.isSigned };
}
