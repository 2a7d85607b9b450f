import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { inRepository } from '../lib/root.ts';

/**
 * A way to write entries: through a door of 50 callers per process, or in one transaction after
 * another.
 */
export type Way = 'door' | 'transactions';

export interface Job {
  readonly way: Way;
  readonly orders: readonly Order[];
  readonly atMostMillis: number;
}

export interface Result {
  readonly settled: number;
  readonly failed: number;
  readonly millis: readonly number[];
  /** Group writes that succeeded, and those lost to a conflict. */
  readonly won: number;
  readonly lost: number;
}

export interface Rate extends Result {
  readonly perSecond: number;
}

const reply = async <T>(child: ChildProcess, message: object | string): Promise<T> => {
  const answered = once(child, 'message');
  child.send(message);
  return (await answered)[0] as T;
};

export function startProcesses(count: number, env: Record<string, string>) {
  const children = Array.from({ length: count }, () =>
    fork(inRepository('scripts/bench/door-worker.ts'), [], {
      execArgv: [],
      env: { ...process.env, ...env },
    }),
  );
  return {
    async measure(
      processes: number,
      way: Way,
      orders: readonly Order[],
      atMostMillis = 60_000,
    ): Promise<Rate> {
      const working = children.slice(0, processes);
      const share = (at: number) => orders.filter((_, n) => n % processes === at);
      await Promise.all(
        working.map((child, at) => reply(child, { way, orders: share(at), atMostMillis })),
      );
      const startedAt = performance.now();
      const results = await Promise.all(working.map((child) => reply<Result>(child, 'go')));
      const seconds = (performance.now() - startedAt) / 1_000;
      const sum = (of: (result: Result) => number) =>
        results.reduce((all, one) => all + of(one), 0);
      const settled = sum((one) => one.settled);
      return {
        settled,
        failed: sum(({ failed }) => failed),
        millis: results.flatMap(({ millis }) => millis),
        won: sum(({ won }) => won),
        lost: sum(({ lost }) => lost),
        perSecond: settled / seconds,
      };
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
