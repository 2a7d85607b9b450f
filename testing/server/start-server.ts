import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PaymentLink } from '@datchain/shared/contracts/calls/orders.ts';
import { compileOnce } from './mortal.ts';
import { inOneFile } from './one-file.ts';

type Question =
  | {
      readonly ask: 'start';
      readonly uid: string;
      readonly input: { blockId: string; qty: number };
    }
  | { readonly ask: 'payOut'; readonly uid: string; readonly input: { payoutAmount: number } }
  | { readonly ask: 'sweep' };
export type Asked = Question & { readonly id: number };

type Outcome<T> =
  | { readonly value: T }
  | { readonly refused: string }
  | { readonly failed: string };
export type Answered = Outcome<unknown> & { readonly id: number };

export interface ServerProcess {
  start(uid: string, blockId: string, qty: number): Promise<PaymentLink | { refused: string }>;
  /** Starts an order with a single attempt. */
  try(uid: string, blockId: string, qty: number): Promise<Answered>;
  /** Runs the orders sweep, or a payout of earnings, with a single attempt. */
  sweep(): Promise<Answered>;
  payOut(uid: string, payoutAmount: number): Promise<Answered>;
  close(): Promise<void>;
}

const program = fileURLToPath(new URL('./server-process.ts', import.meta.url));
const MAX_ATTEMPTS = 6;

/**
 * Starts a server process on the test's stack.
 *
 * @param clockOffsetMillis the offset of the stack's clock, which other tests may have shifted
 * @param env variables that differ from the test's own
 */
export async function startServer(
  clockOffsetMillis: number,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const options = { execArgv: [], env: { ...process.env, ...compileOnce, ...env } };
  const child = fork(await inOneFile(program), [String(clockOffsetMillis)], options);
  const waiting = new Map<number, (answered: Answered) => void>();
  let asked = 0;
  child.on('message', (answered: Answered) => {
    waiting.get(answered.id)?.(answered);
    waiting.delete(answered.id);
  });
  child.on('exit', (code) => {
    const failed = `The process ended with ${code}`;
    for (const [id, settle] of waiting) settle({ id, failed });
    waiting.clear();
  });

  const ask = (question: Question): Promise<Answered> =>
    new Promise((resolve) => {
      asked += 1;
      const id = asked;
      waiting.set(id, resolve);
      child.send({ ...question, id }, (error) => {
        if (error) resolve({ id, failed: String(error) });
      });
    });

  async function askUntilAnswered<T>(
    question: Question & { uid: string },
  ): Promise<T | { refused: string }> {
    let failure = '';
    for (let time = 0; time < MAX_ATTEMPTS; time++) {
      const answered = await ask(question);
      if ('value' in answered) return answered.value as T;
      if ('refused' in answered) return { refused: answered.refused };
      failure = answered.failed;
      await sleep(200 * (time + 1));
    }
    throw new Error(`${question.ask} for ${question.uid}: ${failure}`);
  }

  return {
    start: (uid, blockId, qty) => askUntilAnswered({ ask: 'start', uid, input: { blockId, qty } }),
    try: (uid, blockId, qty) => ask({ ask: 'start', uid, input: { blockId, qty } }),
    sweep: () => ask({ ask: 'sweep' }),
    payOut: (uid, payoutAmount) => ask({ ask: 'payOut', uid, input: { payoutAmount } }),
    async close() {
      if (child.exitCode !== null || !child.connected) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
