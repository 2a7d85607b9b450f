import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { inRepository } from '../lib/root.ts';

/** How entries are written, and by how many callers at a time in each process. */
export type Way =
  | {
      readonly kind: 'door';
      readonly maxGroup: number;
      readonly callers: number;
      /** False for doors that do not take turns; they do. */
      readonly takesTurns?: boolean;
    }
  | { readonly kind: 'transactions'; readonly callers: number };

export interface Job {
  readonly way: Way;
  readonly orders: readonly Order[];
  readonly atMostMillis: number;
}

/** What one process did. */
export interface Result {
  readonly settled: number;
  /** Given up. */
  readonly failed: number;
  /** Of those the ones of which it is not known whether they were written. */
  readonly unknown: number;
  /** How long each entry took, in milliseconds. */
  readonly millis: readonly number[];
  /** How long each write of a group took that was made, and each that was lost to a conflict. */
  readonly won: readonly number[];
  readonly lost: readonly number[];
  /** Writes of turns. */
  readonly turns: number;
  readonly processorMillis: number;
}

/** What all of them did together. */
export interface Rate extends Result {
  readonly perSecond: number;
}

/** Added up: counts as counts, times as one list. */
function together(results: readonly Result[]): Result {
  const sum = (of: (result: Result) => number) => results.reduce((all, one) => all + of(one), 0);
  return {
    settled: sum(({ settled }) => settled),
    failed: sum(({ failed }) => failed),
    unknown: sum(({ unknown }) => unknown),
    millis: results.flatMap(({ millis }) => millis),
    won: results.flatMap(({ won }) => won),
    lost: results.flatMap(({ lost }) => lost),
    turns: sum(({ turns }) => turns),
    processorMillis: sum(({ processorMillis }) => processorMillis),
  };
}

const reply = async <T>(child: ChildProcess, message: object | string): Promise<T> => {
  const answered = once(child, 'message');
  child.send(message);
  return (await answered)[0] as T;
};

/** The processes that settle orders at the same time; each has its own door. */
export function startProcesses(count: number, env: Record<string, string>) {
  const children = Array.from({ length: count }, () =>
    fork(inRepository('scripts/bench/door-worker.ts'), [], {
      execArgv: [],
      env: { ...process.env, ...env },
    }),
  );
  return {
    /** Lets the first `processes` of them settle the orders, shared out evenly. */
    async measure(
      processes: number,
      way: Way,
      orders: readonly Order[],
      atMostMillis = 8_000,
    ): Promise<Rate> {
      const working = children.slice(0, processes);
      const share = (at: number) => orders.filter((_, n) => n % processes === at);
      await Promise.all(
        working.map((child, at) => reply(child, { way, orders: share(at), atMostMillis })),
      );
      const startedAt = performance.now();
      const results = await Promise.all(working.map((child) => reply<Result>(child, 'go')));
      const seconds = (performance.now() - startedAt) / 1_000;
      const all = together(results);
      return { ...all, perSecond: all.settled / seconds };
    },

    async stop(): Promise<void> {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit');
          child.disconnect();
          await ended;
        }),
      );
    },
  };
}

export type Processes = ReturnType<typeof startProcesses>;
