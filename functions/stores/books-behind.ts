import { createHash } from 'node:crypto';
import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { prefixDigits } from '@datchain/shared/domain/public-books/coin-files.ts';
import type { Due } from '@datchain/shared/domain/public-books/coins.ts';
import * as v from 'valibot';

/** Balances in one document, on average: about 90 KB. */
const BALANCES_PER_DOCUMENT = 512;
/** Ids of entries in one document: about 100 KB. */
const IDS_PER_DOCUMENT = 1_000;
/** Coins in one document: below 128 KB. */
const COINS_PER_DOCUMENT = 1_600;

const READ_BATCH_SIZE = 10;

const balancesSchema = v.object({
  leaves: v.array(
    v.object({
      uid: v.string(),
      salt: v.string(),
      owedMicros: v.number(),
      tokens: v.number(),
      rewardTokens: v.number(),
    }),
  ),
});
const coinsSchema = v.object({ text: v.string() });
const idsSchema = v.object({ ids: v.array(v.string()) });

const collections = {
  balances: docs.bookBalances,
  coins: docs.bookCoins,
  entries: docs.bookEntries,
} as const;

export type Behind = keyof typeof collections;

export interface UserBalance extends Due {
  readonly uid: string;
  /** The user's secret number, in hexadecimal; only the user learns it. */
  readonly salt: string;
}

/** The data that one run has stored behind the day it writes, or wanted to write. */
export interface Generation {
  readonly generation: string;
  /** The generation of the newest day, read before anything was counted; null if there was none. */
  readonly over: string | null;
}

type Of<Key extends keyof StoredBookDay> = Pick<StoredBookDay, 'generation' | Key>;

interface Documents {
  read(paths: readonly string[]): Promise<unknown[]>;
  write(path: string, data: Record<string, unknown>): Promise<void>;
}

const balanceDigits = (users: number): number => prefixDigits(users, BALANCES_PER_DOCUMENT);

const partOf = (uid: string, digits: number): number =>
  digits === 0
    ? 0
    : Number.parseInt(createHash('sha256').update(uid).digest('hex').slice(0, digits), 16);

/**
 * Stores the data behind days in documents numbered from 0. The day tells how many there are, so each is found by
 * its name: a user's balance by the hash of the user id.
 */
export function booksBehind({ read, write }: Documents) {
  const pathOf = (of: Behind, generation: string, part: number) =>
    `${collections[of]}/${generation}:${part}`;

  const put = (of: Behind, from: Generation, part: number, data: object): Promise<void> =>
    write(pathOf(of, from.generation, part), { ...from, part, ...data });

  async function* readParts(of: Behind, generation: string, count: number) {
    for (let start = 0; start < count; start += READ_BATCH_SIZE) {
      const size = Math.min(READ_BATCH_SIZE, count - start);
      const paths = Array.from({ length: size }, (_, at) => pathOf(of, generation, start + at));
      for (const data of await read(paths)) if (data !== undefined) yield data;
    }
  }

  return {
    async putEntries(from: Generation, ids: readonly string[]): Promise<void> {
      for (let part = 0; part * IDS_PER_DOCUMENT < ids.length; part++) {
        const start = part * IDS_PER_DOCUMENT;
        await put('entries', from, part, { ids: ids.slice(start, start + IDS_PER_DOCUMENT) });
      }
    },

    async entriesOf({ generation, entries }: Of<'entries'>): Promise<string[]> {
      const ids: string[] = [];
      for await (const data of readParts(
        'entries',
        generation,
        Math.ceil(entries / IDS_PER_DOCUMENT),
      )) {
        ids.push(...v.parse(idsSchema, data).ids);
      }
      return ids;
    },

    /** Writes all users' balances, also into documents that get none: then a missing one was deleted. */
    async putBalances(from: Generation, balances: readonly UserBalance[]): Promise<void> {
      const digits = balanceDigits(balances.length);
      const parts = Array.from({ length: 16 ** digits }, (): UserBalance[] => []);
      for (const user of balances) parts[partOf(user.uid, digits)]?.push(user);
      for (const [part, leaves] of parts.entries()) await put('balances', from, part, { leaves });
    },

    async balancesOf({ generation, users }: Of<'users'>): Promise<UserBalance[]> {
      const balances: UserBalance[] = [];
      for await (const data of readParts('balances', generation, 16 ** balanceDigits(users))) {
        balances.push(...v.parse(balancesSchema, data).leaves);
      }
      return balances;
    },

    /** Finds one user's balance. @returns null if the user has none, undefined if the day's balances were deleted */
    async balanceOf(
      { generation, users }: Of<'users'>,
      uid: string,
    ): Promise<UserBalance | null | undefined> {
      const part = partOf(uid, balanceDigits(users));
      const [data] = await read([pathOf('balances', generation, part)]);
      if (data === undefined) return undefined;
      return v.parse(balancesSchema, data).leaves.find((user) => user.uid === uid) ?? null;
    },

    /**
     * Writes a list of coins while it is made.
     *
     * @param lines in order
     * @param onWrite gets each text before it is written
     */
    async putCoins(
      from: Generation,
      lines: Iterable<string>,
      onWrite: (text: string) => void,
    ): Promise<void> {
      let part = 0;
      let waiting: string[] = [];
      const flush = async () => {
        const text = waiting.join('');
        waiting = [];
        onWrite(text);
        await put('coins', from, part++, { text });
      };
      for (const line of lines) {
        waiting.push(line);
        if (waiting.length === COINS_PER_DOCUMENT) await flush();
      }
      if (waiting.length > 0) await flush();
    },

    /** Reads a day's list of coins in parts, in order. */
    async *coinsOf({ generation, closing }: Of<'closing'>): AsyncGenerator<string> {
      const count = Math.ceil((closing?.coins ?? 0) / COINS_PER_DOCUMENT);
      for await (const data of readParts('coins', generation, count)) {
        yield v.parse(coinsSchema, data).text;
      }
    },
  };
}

export type BooksBehind = ReturnType<typeof booksBehind>;
