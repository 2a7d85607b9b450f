import { setTimeout as sleep } from 'node:timers/promises';
import { callPath } from '@datchain/shared/contracts/call-path.ts';
import {
  calls,
  callsTriedInFull,
  findCallRow,
  valuesToTry,
} from '@datchain/testing/server/every-call.ts';
import {
  aKey,
  badClaims,
  badHeaders,
  badSignatures,
  claimsIn,
  makeClaims,
  signed,
} from '@datchain/testing/server/id-tokens.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { type Production, startProduction } from '@datchain/testing/server/production.ts';
import { traces } from '@datchain/testing/server/traces.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auth } from '../stores/firebase.ts';

const m = market();
const key = aKey('key-of-today');
let production: Production;

async function send(url: string, data: unknown, authorization: string | undefined) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: JSON.stringify({ data }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const signedOut = {
  status: 401,
  body: { error: { status: 'UNAUTHENTICATED', message: 'Please log in first.' } },
};

const bearers = (tokens: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(tokens).map(([what, token]) => [what, `Bearer ${token}`]));

const mapValues = <T>(from: Readonly<Record<string, T>>, change: (value: T) => string) =>
  Object.fromEntries(Object.entries(from).map(([what, value]) => [what, change(value)]));

async function expectAllRefused(
  name: string,
  url: string,
  headersFor: (fan: Fan) => Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { fan, input } = await findCallRow(name).prepare();
  const before = await traces(fan.uid);
  await Promise.all(
    valuesToTry(name, Object.entries(headersFor(fan)), 6).map(async ([what, header]) => {
      expect(await send(`${url}/${callPath(name)}`, input, header), what).toEqual(signedOut);
    }),
  );
  expect(await traces(fan.uid)).toEqual(before);
}

beforeAll(async () => {
  production = await startProduction({
    projectId: m.projectId,
    key,
    authUrl: m.addresses.auth,
  });
});

afterAll(() => production.close());

const tokenOf = ({ token }: Fan) => `Bearer ${signed(claimsIn(token), key)}`;

const inputRefused = { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } };
const notNow = {
  status: 503,
  body: {
    error: {
      status: 'UNAVAILABLE',
      message:
        'We cannot check your account right now, so nothing was done. Try again in a minute.',
    },
  },
};

const wellKnown: Fan[] = [];
const unknown: Record<string, string> = {};
let endedAt = 0;

/** Waits for the next second: Auth counts in seconds, and sessions of this second would go on. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1_000);
  // A timer may be a little early.
  for (const now = second(); second() === now; ) await sleep(1_000 - (Date.now() % 1_000));
}

async function endSessions({ uid }: Fan): Promise<void> {
  await nextSecond();
  await auth().revokeRefreshTokens(uid);
}

async function endAll(fans: readonly Fan[]): Promise<void> {
  const [deleted, disabled, revoked] = fans;
  if (!deleted || !disabled || !revoked) throw new Error('unreachable');
  await auth().deleteUser(deleted.uid);
  await auth().updateUser(disabled.uid, { disabled: true });
  await endSessions(revoked);
}

async function signInAgain({ uid, email }: Fan): Promise<Fan> {
  const url = `${m.addresses.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo-password', returnSecureToken: true }),
  });
  const { idToken } = (await response.json()) as { idToken: string };
  return { uid, email, token: idToken };
}

describe('in production, without Google’s public keys', () => {
  test.each(callsTriedInFull)(
    '%s is refused while the public keys are out of reach',
    async (name) => {
      const asked = production.google.asked();
      await expectAllRefused(name, production.url, (fan) => ({ 'a good token': tokenOf(fan) }));
      expect(production.google.asked()).toBeGreaterThan(asked);
    },
  );
});

describe('in production, with Google’s public keys', () => {
  beforeAll(async () => {
    production.google.serveKeys(true);
    wellKnown.push(await m.signUp(), await m.signUp(), await m.signUp());
    for (const fan of wellKnown) {
      const answer = await send(
        `${production.url}/calls/claimRewardTokens`,
        'no input',
        tokenOf(fan),
      );
      expect(answer).toMatchObject(inputRefused);
    }
    const [deleted, disabled, revoked] = [await m.signUp(), await m.signUp(), await m.signUp()];
    await endAll([deleted, disabled, revoked]);
    await endAll(wellKnown);
    endedAt = performance.now();
    Object.assign(unknown, {
      'of a deleted user': tokenOf(deleted),
      'of a disabled user': tokenOf(disabled),
      'of a user whose sessions were ended': tokenOf(revoked),
      'of nobody': `Bearer ${signed(makeClaims(m.projectId, 'nobody'), key)}`,
    });
  });

  test.each(calls)(
    '[M-42] [N-MON-09] %s is refused with an invalid token or one of an ended account, and accepted with a good one',
    async (name) => {
      await expectAllRefused(name, production.url, (fan) => ({
        ...unknown,
        "the local stack's own": `Bearer ${fan.token}`,
        ...bearers(badSignatures(m.projectId, fan.uid, key)),
        ...bearers(mapValues(badClaims(m.projectId, fan.uid), (claims) => signed(claims, key))),
        ...badHeaders,
      }));
      const answer = await send(
        `${production.url}/${callPath(name)}`,
        'no input',
        tokenOf(await m.signUp()),
      );
      expect(answer).toMatchObject(inputRefused);
    },
  );

  test.each(callsTriedInFull)(
    '[N-MON-09] %s says that it cannot check the account while Auth fails',
    async (name) => {
      const { fan, input } = await findCallRow(name).prepare();
      const before = await traces(fan.uid);
      production.google.auth('fails');
      expect(await send(`${production.url}/${callPath(name)}`, input, tokenOf(fan))).toEqual(
        notNow,
      );
      production.google.auth('answers');
      expect(await traces(fan.uid)).toEqual(before);
    },
  );

  test('[N-MON-09] a call is refused while Auth does not answer at all', async () => {
    const fan = await m.signUp();
    production.google.auth('hangs');
    const answer = await send(`${production.url}/calls/claimRewardTokens`, {}, tokenOf(fan));
    production.google.auth('answers');
    expect(answer).toEqual(notNow);
  });

  test('[N-MON-09] a session that was ended is refused, and one that the user begins afterwards is accepted', async () => {
    const fan = await m.signUp();
    await endSessions(fan);
    const url = `${production.url}/calls/claimRewardTokens`;
    expect(await send(url, 'no input', tokenOf(fan))).toEqual(signedOut);
    const again = tokenOf(await signInAgain(fan));
    expect(await send(url, 'no input', again)).toMatchObject(inputRefused);
  });

  test('a call with a good token answers with the caller’s own data, not another user’s', async () => {
    const { fan } = await findCallRow('processPayout').prepare();
    const quoteOf = async (one: Fan) =>
      (await send(`${production.url}/calls/getPayoutQuote`, {}, tokenOf(one))).body.result;
    expect(await quoteOf(fan)).toMatchObject({ payouts_enabled: true });
    expect(await quoteOf(await m.signUp())).toMatchObject({
      payouts_enabled: false,
      eligibleCents: 0,
    });
  });
});

// Last, because until then these accounts may still be cached as good.
describe('in production, for accounts that have ended', () => {
  test('[N-MON-09] tokens that were accepted before are refused within a minute of their account’s end', async () => {
    const url = `${production.url}/calls/claimRewardTokens`;
    const waiting = new Set(wellKnown);
    while (waiting.size > 0) {
      for (const fan of waiting) {
        const answer = await send(url, 'no input', tokenOf(fan));
        if (answer.status === 401) waiting.delete(fan);
        else expect(answer).toMatchObject(inputRefused);
      }
      if (waiting.size === 0) break;
      expect(performance.now() - endedAt).toBeLessThan(60_000);
      await sleep(1_000);
    }
  });
});
