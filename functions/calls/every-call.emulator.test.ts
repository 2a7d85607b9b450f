import { randomUUID } from 'node:crypto';
import { callPath } from '@datchain/shared/contracts/call-path.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import {
  calls,
  callsTriedInFull,
  contractFields,
  definedCalls,
  findCallRow,
  type Input,
  type Refused,
  valuesToTry,
} from '@datchain/testing/server/every-call.ts';
import {
  hostileIds,
  hostileInputs,
  hostileKeys,
  hostileRequests,
  hostileValues,
  undecodable,
} from '@datchain/testing/server/hostile.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { traces } from '@datchain/testing/server/traces.ts';
import { describe, expect, test } from 'vitest';
import { buyEditionEntry, listEditionEntry } from '../journal/entries/editions.ts';
import { rateLimit } from '../limits/rate-limit.ts';
import { perMinute } from '../limits/windows.ts';
import { services } from '../services.ts';

const m = market();
const { fanWith, release } = collectors(m);
const withFields = calls.filter((name) => contractFields(name).length > 0);

const BATCH_SIZE = 50;
const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH_SIZE) }, (_, n) =>
    list.slice(n * BATCH_SIZE, (n + 1) * BATCH_SIZE),
  );

interface Request {
  readonly body?: string;
  readonly method?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

async function send(name: string, fan: Fan, request: Request) {
  const { body, method = 'POST', type = 'application/json', headers } = request;
  const url = `${m.addresses.functions}/${m.projectId}/${functionsRegion}/${callPath(name)}`;
  const response = await fetch(url, {
    method,
    headers: { 'content-type': type, authorization: `Bearer ${fan.token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

const sendData = (name: string, fan: Fan, data: string) =>
  send(name, fan, { body: `{"data":${data}}` });

function expectRefusal(
  answer: { status: number; text: string },
  [status, sentence]: Refused,
  what: string,
): void {
  expect(answer.status, `${what}: ${answer.text}`).toBe(status);
  const { error } = JSON.parse(answer.text) as { error: { message: string } };
  if (typeof sentence === 'string') expect(error.message, what).toBe(sentence);
  else expect(error.message, what).toMatch(sentence);
}

async function withoutTrace(
  name: string,
  misbehave: (fan: Fan, input: Input) => Promise<void>,
  headers: Record<string, string> = {},
): Promise<void> {
  const { fan, input } = await findCallRow(name).prepare();
  const before = await traces(fan.uid);
  await misbehave(fan, input);
  expect(await traces(fan.uid)).toEqual(before);
  const again = findCallRow(name).endsSessions ? await findCallRow(name).prepare() : { fan, input };
  const body = JSON.stringify({ data: again.input });
  const { status, text } = await send(name, again.fan, { body, headers });
  expect(status, text).toBe(200);
}

const withField = (input: Input, field: string, value: string | undefined): string => {
  const { [field]: _, ...others } = input;
  const texts = Object.entries(others).map(([key, other]) => `"${key}":${JSON.stringify(other)}`);
  if (value !== undefined) texts.push(`"${field}":${value}`);
  return `{${texts.join(',')}}`;
};

const isHalfPair = (value: string | undefined): boolean =>
  value !== undefined && !String(JSON.parse(value)).isWellFormed();

function readable(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function wrongValues(name: string) {
  return contractFields(name).flatMap(({ field, isOptional }) => {
    const expectedOf = findCallRow(name).fields[field];
    if (!expectedOf) throw new Error(`The row of ${name} has no ${field}.`);
    const isId = /(^id|Id|[Uu]sername)$/.test(field);
    const ids = isId ? hostileIds.map((id) => JSON.stringify(readable(id))) : [];
    const values = [...new Set([...valuesToTry(name, hostileValues, 10), ...ids])];
    const missing: Refused = [400, new RegExp(`^${field}: Invalid key: `)];
    return [
      ...values.map((value) => ({ field, value, expected: expectedOf(JSON.parse(value)) })),
      ...(isOptional ? [] : [{ field, value: undefined, expected: missing }]),
    ];
  });
}

describe('a field of a call accepts only valid values, and nothing is written otherwise', () => {
  test.each(withFields)('%s refuses invalid values in each of its fields', async (name) => {
    // A call that ends sessions runs last, because the token is invalid after it.
    const isLast = ({ expected }: { expected: unknown }) =>
      findCallRow(name).endsSessions === true && expected === 'right';
    const all = wrongValues(name);
    const last = all.filter(isLast).map((one) => [one]);
    for (const chunk of [...chunks(all.filter((one) => !isLast(one))), ...last]) {
      await withoutTrace(name, async (fan, input) => {
        const answers = await Promise.all(
          chunk.map(({ field, value }) => sendData(name, fan, withField(input, field, value))),
        );
        for (const [index, { field, value, expected }] of chunk.entries()) {
          const [answer] = answers.slice(index);
          if (!answer) throw new Error('unreachable');
          const half = `${field}: A character is incomplete. Delete it and try again.`;
          if (isHalfPair(value) && (expected === 'right' || answer.text.includes(half))) {
            expectRefusal(answer, [400, half], `${field} ${value}`);
            continue;
          }
          if (expected === 'right') {
            expect(answer.status, `${field} ${value}`).toBe(200);
            continue;
          }
          expectRefusal(answer, expected, `${field} ${value?.slice(0, 50)}`);
        }
      });
    }
  });
});

const besides = { 'firebase-instance-id-token': 'messaging', 'x-firebase-appcheck': 'a.b.c' };

describe('a call accepts only its own fields, and nothing is written otherwise', () => {
  test.each(calls)(
    '[M-55] [R-CAL-01] %s refuses other input and malformed requests, and accepts messaging and App Check tokens',
    (name) =>
      withoutTrace(
        name,
        async (fan, input) => {
          for (const [text, sentence] of valuesToTry(name, hostileInputs(input), 4)) {
            const answer = await sendData(name, fan, text);
            expectRefusal(answer, [400, sentence], text.slice(0, 80));
            expect(JSON.parse(answer.text).error.status).toBe('INVALID_ARGUMENT');
          }
          const requests = hostileRequests(JSON.stringify(input));
          for (const { what, ...request } of valuesToTry(name, requests, 3)) {
            expect(await send(name, fan, request), what).toMatchObject({ status: 400 });
          }
          for (const text of valuesToTry(name, undecodable, 1)) {
            const { status } = await sendData(name, fan, text);
            expect(status, text.slice(0, 80)).toBe(500);
          }
        },
        besides,
      ),
  );

  test('[M-55] releaseDAT refuses an extra field in a song or in a credited person', () =>
    withoutTrace('releaseDAT', async (fan, input) => {
      const [song] = input.songs as Input[];
      if (!song) throw new Error('The row has no song.');
      const credited = { id: 'tag:a', tag: 'A' };
      const within = (text: string) => `{"songs":[${text}]}`;
      const withPerson = (text: string) => within(withField(song, 'producers', `[${text}]`));
      const texts = [
        ...hostileKeys(song).map(within),
        ...hostileKeys(credited).map(withPerson),
        within('[]'),
        withPerson('[]'),
      ];
      for (const chunk of chunks(texts)) {
        for (const text of chunk) {
          const answer = await sendData('releaseDAT', fan, text);
          expect([answer.status, text.slice(-60)]).toEqual([400, text.slice(-60)]);
          expect(JSON.parse(answer.text).error.status).toBe('INVALID_ARGUMENT');
        }
      }
    }));
});

describe('another user’s data', () => {
  const own = calls.filter((name) => findCallRow(name).ownField !== undefined);

  test.each(own)(
    '[M-43] %s answers a stranger, to the byte, as if the data did not exist',
    async (name) => {
      const [{ fan, input }, stranger] = [await findCallRow(name).prepare(), await m.signUp()];
      const before = await Promise.all([fan, stranger].map(({ uid }) => traces(uid)));
      const missing = { ...input, [findCallRow(name).ownField as string]: randomUUID() };
      const [foreign, none] = await Promise.all(
        [input, missing].map((one) => sendData(name, stranger, JSON.stringify(one))),
      );
      expect(foreign).toEqual(none);
      expect(foreign?.status).toBe(404);
      expect(await Promise.all([fan, stranger].map(({ uid }) => traces(uid)))).toEqual(before);
    },
  );

  test('[M-43] the other ids that calls take name public things only', () => {
    const ids = calls.flatMap((name) =>
      contractFields(name)
        .filter(({ field }) => /Id$/.test(field) && field !== findCallRow(name).ownField)
        .map(({ field }) => `${name}: ${field}`),
    );
    expect(ids.sort()).toEqual([
      'createPaymentLinkDatTokenTesting: blockId',
      'getEditionQuote: datId',
      'getListenLink: datId',
      'getTokenQuote: blockId',
      'listDatChainTokens: blockId',
      'purchaseEdition: datId',
      'releaseDATFromSummary: contentId',
      'tellWhenForSale: datId',
    ]);
  });

  test.each(['setEditionForSaleCF', 'cancelEditionListing'])(
    '[M-43] %s answers the owner of one edition about another’s as about one that never existed',
    async (name) => {
      const { fan, neighbour, datId } = await neighbours();
      const input = name === 'setEditionForSaleCF' ? { newPrice: 30 } : {};
      const before = [await traces(fan.uid), await traces(neighbour.uid)];
      const asked = [
        { datId, editionNumber: 1 },
        { datId, editionNumber: 20 },
        { datId: `dat-${randomUUID()}`, editionNumber: 1 },
      ];
      const [foreign, ...none] = await Promise.all(
        asked.map((one) => sendData(name, neighbour, JSON.stringify({ ...one, ...input }))),
      );
      expect(foreign?.status).toBe(404);
      expect(none).toEqual([foreign, foreign]);
      expect([await traces(fan.uid), await traces(neighbour.uid)]).toEqual(before);
    },
  );

  test('[M-43] the store refuses a stranger an order, a listing, a payout and a purchase as if missing', async () => {
    const stranger = await m.signUp();
    const answer = async (path: string, { token }: Fan) => {
      const documents = `projects/${m.projectId}/databases/(default)/documents`;
      const url = `${m.addresses.firestore}/v1/${documents}/${path}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const { error } = (await response.json()) as { error?: { status: string } };
      return { status: response.status, error: error?.status };
    };
    for (const { fan, path } of await privateDocuments()) {
      const missing = path.replace(/[^/]+$/, randomUUID());
      expect(await answer(path, fan), path).toEqual({ status: 200 });
      const refused = { status: 403, error: 'PERMISSION_DENIED' };
      expect(await answer(path, stranger), path).toEqual(refused);
      expect(await answer(missing, stranger), path).toEqual(refused);
    }
  });
});

async function neighbours() {
  const [fan, neighbour] = [await fanWith(10), await fanWith(10)];
  const datId = await release(await m.signUp(), 2);
  await commit(buyEditionEntry({ datId, number: 1, version: 1 }, fan.uid, 1_000));
  await commit(buyEditionEntry({ datId, number: 2, version: 1 }, neighbour.uid, 1_000));
  await commit(listEditionEntry({ datId, number: 1, version: 2 }, fan.uid, 2_000));
  return { fan, neighbour, datId };
}

const tooMany = {
  status: 429,
  body: { error: { message: 'Too many requests. Try again in a minute.' } },
};

async function privateDocuments(): Promise<{ fan: Fan; path: string }[]> {
  const [order, listing, purchase, payout] = await Promise.all(
    ['getOrderStatus', 'cancelTokenListing', 'getReceiptSeller', 'processPayout'].map((name) =>
      findCallRow(name).prepare(),
    ),
  );
  if (!order || !listing || !purchase || !payout) throw new Error('unreachable');
  expect((await m.call('processPayout', payout.input, payout.fan.token)).status).toBe(200);
  const { id } = await cashOut(m).onlyPayout(payout.fan);
  return [
    { fan: order.fan, path: docs.order(String(order.input.orderId)) },
    { fan: listing.fan, path: docs.listing(String(listing.input.listingId)) },
    {
      fan: purchase.fan,
      path: docs.movement(purchase.fan.uid, String(purchase.input.entryId)),
    },
    { fan: payout.fan, path: docs.payout(id) },
  ];
}

describe('a user in a hurry', () => {
  test.each(callsTriedInFull)(
    '[M-56] can make 60 calls of %s in a minute, and is refused the next',
    async (name) => {
      const fan = await m.signUp();
      const answers = await Promise.all(
        Array.from({ length: 61 }, () => m.call(name, 'nonsense', fan.token)),
      );
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
      expect(answers.find(({ status }) => status !== 400)).toMatchObject(tooMany);
    },
  );

  test.each(calls)('[M-56] %s is refused when another server has counted 60', async (name) => {
    const fan = await m.signUp();
    const { take } = rateLimit({ store: services().store, now: () => Date.now() });
    await Promise.all(Array.from({ length: 60 }, () => take(name, fan.uid, perMinute(60))));
    expect(await m.call(name, 'nonsense', fan.token)).toMatchObject(tooMany);
  });
});

test('every registered call has a row, and every field of its contract an expectation', async () => {
  expect([...calls].sort()).toEqual(await definedCalls());
  for (const name of calls) {
    const fields = contractFields(name).map(({ field }) => field);
    expect(Object.keys(findCallRow(name).fields).sort(), name).toEqual(fields.sort());
  }
});

test('[M-64] after these tests the books are clean', async () => {
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
});
