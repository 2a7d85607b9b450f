import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readWebhookEvent } from './webhook-event.ts';

const stripe = new Stripe('sk_test_x');
const secret = 'whsec_x';
const now = 1_800_000_000;
const event = '{"id":"evt_1","object":"event","type":"transfer.created","data":{"object":{}}}';

const v1 = (time: number | string, body = event) =>
  `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
const read = (header: string | undefined, body = event) =>
  readWebhookEvent(stripe, Buffer.from(body), header, secret, now * 1000);

test.each([0, 300, -300])('a signature made %i s from now is accepted', (distance) => {
  const time = now + distance;
  expect(read(`t=${time},${v1(time)}`).id).toBe('evt_1');
  expect(read(`t=${time},v0=other,v1=${'0'.repeat(64)},${v1(time)}`).id).toBe('evt_1');
});

test.each([
  ['301 s ago', `t=${now - 301},${v1(now - 301)}`],
  ['301 s ahead', `t=${now + 301},${v1(now + 301)}`],
  ['old, behind a time of now', `t=${now},t=${now - 301},${v1(now - 301)}`],
  ['old, after the signature', `t=${now},${v1(now - 301)},t=${now - 301}`],
  ['old, in a header that was sent twice', `t=${now}, t=${now - 301},${v1(now - 301)}`],
  ['named twice, both times now', `t=${now},t=${now},${v1(now)}`],
  ['empty, behind a time of now', `t=${now},t,${v1('NaN')}`],
  ['empty, behind a time of now and a space', `t=${now}, t =,${v1(now)}`],
  ['a number and more', `t=${now}x,${v1(now)}`],
  ['two values', `t=${now}=${now - 301},${v1(now)}`],
  ['missing', v1(-1)],
  ['below zero', `t=-${now},${v1(-now)}`],
  ['behind a space', ` t=${now},${v1(-1)}`],
])('[M-06] a signature whose time is %s is refused', (_, header) => {
  expect(() => read(header)).toThrow(expect.objectContaining({ status: 400 }));
});

test.each([
  ['missing', undefined],
  ['empty', ''],
  ['over another body', `t=${now},${v1(now, '{}')}`],
  ['without a signature', `t=${now}`],
  ['of another scheme', `t=${now},${v1(now).replace('v1', 'v0')}`],
])('a signature that is %s is refused', (_, header) => {
  expect(() => read(header)).toThrow(expect.objectContaining({ status: 400 }));
});

const signed = (body: string) => () => read(`t=${now},${v1(now, body)}`, body);

test('a body of 256 KB is read, a byte more is not, even when signed', () => {
  const largest = event.padEnd(256 * 1024);
  expect(signed(largest)().id).toBe('evt_1');
  expect(signed(`${largest} `)).toThrow(
    expect.objectContaining({ status: 413, message: 'The body is larger than 256 KB.' }),
  );
});

test('an empty body is refused, signed or not', () => {
  const none = (header: string) => () =>
    readWebhookEvent(stripe, undefined, header, secret, now * 1000);
  expect(none(`t=${now},${v1(now)}`)).toThrow('The signature does not match.');
  expect(none(`t=${now},${v1(now, '')}`)).toThrow('The body is not a Stripe event.');
});

test.each([
  '[]',
  '{}',
  'null',
  '1',
  '"evt_1"',
  `[${event}]`,
  '{"id":"evt_1"',
  'x',
  event.replace('"evt_1"', '7'),
  event.replace('"evt_1"', '""'),
  event.replace('"transfer.created"', 'null'),
  event.replace('"data":{"object":{}}', '"data":null'),
  event.replace('{"object":{}}', '{"object":null}'),
  event.replace('{"object":{}}', '{"object":[]}'),
  event.replace('"event"', '"v2.core.event"'),
])('a signed body that is no event is refused with a sentence: %s', (body) => {
  expect(signed(body)).toThrow(
    expect.objectContaining({ status: 400, message: 'The body is not a Stripe event.' }),
  );
});
