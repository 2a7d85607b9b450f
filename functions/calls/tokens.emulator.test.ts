import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auth } from '../stores/firebase.ts';
import { calls, rowOf } from '../testing/every-call.ts';
import {
  aKey,
  badClaims,
  badHeaders,
  badSignatures,
  claimsOf,
  signed,
  unsigned,
} from '../testing/id-tokens.ts';
import { type Fan, market } from '../testing/market.ts';
import { type Production, startProduction } from '../testing/production.ts';
import { traces } from '../testing/traces.ts';

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

/** Calls as a user who may do it, but with headers that prove nothing. */
async function expectAllRefused(
  name: string,
  url: string,
  headersFor: (fan: Fan) => Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { fan, input } = await rowOf(name).prepare();
  const before = await traces(fan.uid);
  await Promise.all(
    Object.entries(headersFor(fan)).map(async ([what, header]) => {
      expect(await send(`${url}/${name}`, input, header), what).toEqual(signedOut);
    }),
  );
  expect(await traces(fan.uid)).toEqual(before);
}

beforeAll(async () => {
  production = await startProduction(m.projectId, key);
});

afterAll(() => production.close());

describe('as production runs it, a call is refused', () => {
  test.each(calls)(
    '%s while nobody can be known, as the public keys are out of reach',
    async (name) => {
      production.serveKeys(false);
      const asked = production.asked();
      await expectAllRefused(name, production.url, (fan) => ({
        'a good token': `Bearer ${signed(claimsOf(m.projectId, fan.uid), key)}`,
      }));
      expect(production.asked()).toBeGreaterThan(asked);
    },
  );

  test.each(calls)(
    '%s with a token that proves nothing, and let in with one that does',
    async (name) => {
      production.serveKeys(true);
      await expectAllRefused(name, production.url, (fan) => ({
        ...badHeaders,
        ...bearers(mapValues(badClaims(m.projectId, fan.uid), (claims) => signed(claims, key))),
        ...bearers(badSignatures(m.projectId, fan.uid, key)),
        "the local stack's own": `Bearer ${fan.token}`,
      }));
      const good = `Bearer ${signed(claimsOf(m.projectId, 'a-fan'), key)}`;
      const { status, body } = await send(`${production.url}/${name}`, 'no input', good);
      expect({ status, error: body.error.status }).toEqual({
        status: 400,
        error: 'INVALID_ARGUMENT',
      });
    },
  );

  test('and a good token gives the caller who it was issued to, with nothing of anybody else', async () => {
    production.serveKeys(true);
    const { fan } = await rowOf('processPayout').prepare();
    const quoteOf = async (uid: string) => {
      const token = `Bearer ${signed(claimsOf(m.projectId, uid), key)}`;
      return (await send(`${production.url}/getPayoutQuote`, {}, token)).body.result;
    };
    expect(await quoteOf(fan.uid)).toMatchObject({ payouts_enabled: true });
    expect(await quoteOf('somebody')).toMatchObject({ payouts_enabled: false, eligibleCents: 0 });
  });
});

describe('on the local stack, whose tokens carry no signature, a call is refused', () => {
  const url = `${m.addresses.functions}/${m.projectId}/us-central1`;
  const users: Record<string, string> = {};

  beforeAll(async () => {
    const [deleted, disabled, revoked] = [await m.signUp(), await m.signUp(), await m.signUp()];
    await auth().deleteUser(deleted.uid);
    await auth().updateUser(disabled.uid, { disabled: true });
    Object.assign(users, {
      'of a deleted user': deleted.token,
      'of a disabled user': disabled.token,
      'of nobody': unsigned(claimsOf(m.projectId, 'nobody')),
      'of a user whose sessions were ended': unsigned(
        claimsOf(m.projectId, revoked.uid, { auth_time: 1, iat: 1 }),
      ),
    });
    await auth().revokeRefreshTokens(revoked.uid);
  });

  test.each(calls)('%s with a token of another project, an expired one, or of nobody', (name) =>
    expectAllRefused(name, url, (fan) => ({
      ...badHeaders,
      ...bearers(mapValues(badClaims(m.projectId, fan.uid), (claims) => unsigned(claims))),
      ...bearers(users),
      signed: `Bearer ${signed(claimsOf(m.projectId, fan.uid), key)}`,
    })),
  );
});
