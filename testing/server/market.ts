import { randomUUID } from 'node:crypto';
import { issueTokensEntry } from '@datchain/functions/journal/entries/tokens.ts';
import { publishPublicLog } from '@datchain/functions/public-log/job.ts';
import { reconcile } from '@datchain/functions/reconcile/reconcile.ts';
import { services } from '@datchain/functions/services.ts';
import { auth } from '@datchain/functions/stores/firebase.ts';
import { callPath } from '@datchain/shared/contracts/call-path.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { committed } from './accepted.ts';
import { signedUp } from './signed-up.ts';

const json = { 'content-type': 'application/json' };

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server answered
  readonly body: any;
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const password = 'demo-password';

export interface Fan {
  readonly uid: string;
  readonly email: string;
  readonly token: string;
}

let nextBlock = 1_000;

export function market() {
  const { addresses, projectId, ...stack } = testStack();
  const stripe = (knob: string, body: unknown = {}) =>
    post(`${addresses.stripe}/_test/${knob}`, body);
  const logIn = async (email: string): Promise<string> => {
    const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo';
    const account = { email, password, returnSecureToken: true };
    return (await post(`${addresses.auth}/${path}`, account)).body.idToken;
  };
  return {
    ...stack,
    addresses,
    projectId,
    stripe,

    async stripeCalls(asked: { method: string; path: string }): Promise<{
      calls: { params: Record<string, unknown>; idempotencyKey: string | null }[];
    }> {
      const query = new URLSearchParams({ method: asked.method, path: asked.path });
      const answer = await fetch(`${addresses.stripe}/_test/calls?${query}`);
      return answer.json() as never;
    },

    /** By default with a user document and a confirmed e-mail address. */
    async signUp({ emailVerified = true, hasDocument = true } = {}): Promise<Fan> {
      const email = `${randomUUID()}@dats.test`;
      const { uid } = await auth().createUser({ email, password, emailVerified });
      if (hasDocument) await signedUp([uid]);
      return { uid, email, token: await logIn(email) };
    },

    logIn: ({ email }: Fan): Promise<string> => logIn(email),

    call(name: string, data: unknown, token?: string): Promise<Answer> {
      const url = `${addresses.functions}/${projectId}/${functionsRegion}/${callPath(name)}`;
      return post(url, { data }, token ? { authorization: `Bearer ${token}` } : {});
    },

    webhook(
      rawBody: string | Buffer<ArrayBuffer>,
      headers: Record<string, string>,
    ): Promise<Answer> {
      const url = `${addresses.functions}/${projectId}/${functionsRegion}/stripeWebhook`;
      return fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: rawBody }).then(
        async (response) => ({ status: response.status, body: await response.text() }),
      );
    },

    async newBlock(priceCents: number, qty: number): Promise<string> {
      nextBlock += 1;
      const id = `${process.pid % 100_000}${nextBlock}`.slice(-9);
      await committed(services().books, issueTokensEntry(id, id, priceCents, qty));
      return id;
    },

    pay: (url: string) => stripe('pay', { sessionId: url.split('/').at(-1) }),
    decline: (url: string) => stripe('decline', { sessionId: url.split('/').at(-1) }),

    stockOf: async (blockId: string): Promise<number> => {
      const block = (await services().live.read(live.tokenBlock(blockId))) as {
        platformRemaining: number;
        sellQty: number;
      };
      return block.platformRemaining + block.sellQty;
    },

    walletOf: async (uid: string) => ({
      tokens: (await services().live.read(live.utilityWallet(uid))) as Record<
        string,
        { price: number; qty: number }
      > | null,
      spend: (await services().live.read(live.utilitySpend(uid))) as { totalCents: number } | null,
    }),

    /**
     * Publishes the public log first, because waiting entries look late after tests have shifted
     * the clock.
     */
    async reconcile() {
      await publishPublicLog(services());
      return reconcile(services());
    },

    /** Returns the offset of the stack's clock from real time; other tests may have shifted it. */
    async clockOffset(): Promise<number> {
      const answer = await fetch(`${addresses.stripe}/_test/clock`);
      const { nowMillis } = (await answer.json()) as { nowMillis: number };
      return nowMillis - Date.now();
    },
  };
}

export async function until<T>(
  read: () => Promise<T>,
  expected: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = await read();
    if (expected(value)) return value;
    if (Date.now() > deadline) throw new Error(`Still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
