import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  calls,
  contractFields,
  type Input,
  type Refused,
  registeredCalls,
  rowOf,
} from '../testing/every-call.ts';
import { hostileInputs, hostileRequests, hostileValues, undecodable } from '../testing/hostile.ts';
import { type Fan, market } from '../testing/market.ts';
import { traces } from '../testing/traces.ts';

const m = market();
const fieldRows = calls.flatMap((name) =>
  Object.keys(rowOf(name).fields).map((field) => [name, field] as const),
);

/** Fewer than any call may be made in a minute. */
const AT_ONCE = 15;
const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, n) =>
    list.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

interface Request {
  readonly body?: string;
  readonly method?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

async function send(name: string, fan: Fan, request: Request) {
  const { body, method = 'POST', type = 'application/json', headers } = request;
  const url = `${m.addresses.functions}/${m.projectId}/us-central1/${name}`;
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

/** Lets a new user misbehave: it leaves no trace, and what was right before still is. */
async function withoutTrace(
  name: string,
  misbehave: (fan: Fan, input: Input) => Promise<void>,
): Promise<void> {
  const { fan, input } = await rowOf(name).prepare();
  const before = await traces(fan.uid);
  await misbehave(fan, input);
  expect(await traces(fan.uid)).toEqual(before);
  const { status, body } = await m.call(name, input, fan.token);
  expect(status, JSON.stringify(body)).toBe(200);
}

const withField = (input: Input, field: string, value: string | undefined): string => {
  const { [field]: _, ...others } = input;
  const texts = Object.entries(others).map(([key, other]) => `"${key}":${JSON.stringify(other)}`);
  if (value !== undefined) texts.push(`"${field}":${value}`);
  return `{${texts.join(',')}}`;
};

describe('a field of a call takes nothing but what it is for, and nothing is written', () => {
  test.each(fieldRows)('%s: %s', async (name, field) => {
    const answerTo = rowOf(name).fields[field];
    const { isOptional } = contractFields(name).find((one) => one.field === field) ?? {};
    const values = isOptional ? hostileValues : [...hostileValues, undefined];
    for (const chunk of chunks(values)) {
      await withoutTrace(name, async (fan, input) => {
        const answers = await Promise.all(
          chunk.map((value) => sendData(name, fan, withField(input, field, value))),
        );
        for (const [index, value] of chunk.entries()) {
          const expected: Refused | undefined =
            value === undefined
              ? [400, new RegExp(`^${field}: Invalid key: `)]
              : answerTo?.(JSON.parse(value));
          const [answer] = answers.slice(index);
          if (!expected || !answer) throw new Error('unreachable');
          expectRefusal(answer, expected, `${field} ${value?.slice(0, 50)}`);
        }
      });
    }
  });
});

describe('a call takes nothing but its fields, and nothing is written', () => {
  test.each(calls)('%s with other input', (name) =>
    withoutTrace(name, async (fan, input) => {
      for (const [text, sentence] of hostileInputs(input)) {
        expectRefusal(await sendData(name, fan, text), [400, sentence], text.slice(0, 80));
      }
    }),
  );

  test.each(calls)('%s as something that is no call', (name) =>
    withoutTrace(name, async (fan, input) => {
      for (const { what, ...request } of hostileRequests(JSON.stringify(input))) {
        expect(await send(name, fan, request), what).toMatchObject({ status: 400 });
      }
      for (const text of undecodable) {
        const { status } = await sendData(name, fan, text);
        expect(status, text.slice(0, 80)).toBe(500);
      }
    }),
  );
});

describe('the headers of a call', () => {
  test.each(calls)(
    '[R-CAL-01] %s goes with a messaging and an app-check token, whatever they are',
    async (name) => {
      const { fan, input } = await rowOf(name).prepare();
      const headers = { 'firebase-instance-id-token': 'messaging', 'x-firebase-appcheck': 'a.b.c' };
      const { status } = await send(name, fan, { body: JSON.stringify({ data: input }), headers });
      expect(status).toBe(200);
    },
  );
});

describe("what is another user's", () => {
  const own = calls.filter((name) => rowOf(name).ownField !== undefined);

  test.each(own)('%s answers, to the byte, as if it did not exist', async (name) => {
    const [{ fan, input }, stranger] = [await rowOf(name).prepare(), await m.signUp()];
    const before = await traces(fan.uid);
    const missing = { ...input, [rowOf(name).ownField as string]: randomUUID() };
    const [foreign, none] = await Promise.all(
      [input, missing].map((one) => sendData(name, stranger, JSON.stringify(one))),
    );
    expect(foreign).toEqual(none);
    expect(foreign?.status).toBe(404);
    expect(await traces(fan.uid)).toEqual(before);
    expect(await traces(stranger.uid)).toEqual([]);
  });
});

describe('a user in a hurry', () => {
  test.each(calls)('%s is refused after a number of calls in a minute', async (name) => {
    const fan = await m.signUp();
    const tooMany = { error: { message: 'Too many requests. Try again in a minute.' } };
    let taken = 0;
    let answer = await m.call(name, 'nonsense', fan.token);
    for (; answer.status === 400; taken++) answer = await m.call(name, 'nonsense', fan.token);
    expect(answer).toMatchObject({ status: 429, body: tooMany });
    expect(taken).toBeGreaterThanOrEqual(20);
    expect(taken).toBeLessThanOrEqual(90);
  });
});

test('every registered call has a row, and every field of its contract an expectation', async () => {
  expect([...calls].sort()).toEqual(await registeredCalls());
  for (const name of calls) {
    const fields = contractFields(name).map(({ field }) => field);
    expect(Object.keys(rowOf(name).fields).sort(), name).toEqual(fields.sort());
  }
});

test('[M-64] after all of this the books are clean', async () => {
  await m.runScheduled('sweepProjectionsJob');
  expect((await m.reconcile()).differences).toEqual([]);
});
