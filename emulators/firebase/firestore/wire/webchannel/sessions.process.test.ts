import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codes, Refusal } from '../../contract.ts';
import { RawChannel } from '../testing/raw-channel.ts';
import { Recorder } from '../testing/recorder.ts';
import { limits } from './session.ts';
import { Sessions } from './sessions.ts';

const DATABASE = 'projects/demo-dats/databases/(default)';
const hello = { database: DATABASE };
const nothing = { targetChange: {} };

let recorder: Recorder;
let sessions: Sessions;
let server: Server;
let url: string;
let now: number;

beforeEach(async () => {
  now = 0;
  recorder = new Recorder();
  sessions = new Sessions(recorder, () => now);
  server = createServer((request, response) => {
    const address = new URL(request.url!, 'http://127.0.0.1');
    const method = address.pathname.includes('/Listen/') ? 'Listen' : 'Write';
    sessions.answer(method, request, response, address).catch((error: Refusal) => {
      response.writeHead(500).end(error.message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  sessions.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function open(method: 'Listen' | 'Write' = 'Listen') {
  const channel = new RawChannel(url, method);
  await channel.open([hello], 'Authorization:Bearer owner\r\n');
  const stream = recorder.streams.at(-1)!;
  return { channel, stream };
}

function pass(milliseconds: number): void {
  now += milliseconds;
  sessions.tick();
}

test('a session greets, takes its opening messages, and identifies the caller by its headers', async () => {
  const channel = new RawChannel(url, 'Listen');
  const greeting = await channel.open(
    [hello, { removeTarget: 5 }],
    'Authorization:Bearer owner\r\n',
  );
  const text = JSON.stringify([[0, ['c', channel.sid, '', 8, 12, 30_000]]]);
  expect(greeting).toBe(`${text.length}\n${text}`);
  expect(recorder.streams).toMatchObject([
    { method: 'Listen', caller: { isAdmin: true }, received: [hello, { removeTarget: 5 }] },
  ]);
});

test('headers may also be in the URL', async () => {
  const channel = new RawChannel(url, 'Listen');
  const headers = encodeURIComponent('Authorization:Bearer owner\r\n');
  await channel.open([hello], '', `&%24httpHeaders=${headers}`);
  expect(recorder.streams[0]?.caller.isAdmin).toBe(true);
});

test('unconfirmed arrays are sent again, confirmed ones are not', async () => {
  const { channel, stream } = await open();
  for (let count = 1; count <= 3; count += 1) stream.onAnswer({ filter: { count } });
  const first = await channel.listen(0);
  await vi.waitFor(() => expect(first.arrays.map(([id]) => id)).toEqual([1, 2, 3]));
  const second = await channel.listen(1);
  await first.ended;
  await vi.waitFor(() => expect(second.arrays.map(([id]) => id)).toEqual([2, 3]));
  expect(await channel.send([], 1, 3)).toEqual([1, 3, 0]);
});

test('a back channel sends something at once, and again after every silence', async () => {
  const { channel } = await open();
  const back = await channel.listen(0);
  await vi.waitFor(() => expect(back.arrays).toEqual([[1, ['noop']]]));
  pass(limits.noopMillis - 1);
  pass(1);
  await vi.waitFor(() =>
    expect(back.arrays).toEqual([
      [1, ['noop']],
      [2, ['noop']],
    ]),
  );
});

test('repeated messages are taken once, and the answer reports the backlog', async () => {
  const { channel, stream } = await open();
  expect(await channel.send([{ removeTarget: 1 }], 1)).toEqual([0, 0, expect.any(Number)]);
  await channel.send([{ removeTarget: 1 }, { removeTarget: 2 }], 1);
  expect(stream.received).toEqual([hello, { removeTarget: 1 }, { removeTarget: 2 }]);
  stream.onAnswer(nothing);
  const text = JSON.stringify([nothing]);
  expect(await channel.send([], 3, 0)).toEqual([0, 1, text.length]);
});

test('a refused stream ends in the format that the SDK reads', async () => {
  const { channel, stream } = await open();
  stream.onEnd(new Refusal(codes.NOT_FOUND, 'gone'));
  const back = await channel.listen(0);
  const error = { code: 404, message: 'gone', status: 'NOT_FOUND' };
  await vi.waitFor(() => expect(back.arrays).toEqual([[1, [{ error }]]]));
  stream.onAnswer(nothing);
  expect(await channel.send([{ removeTarget: 1 }], 1, 1)).toEqual([1, 1, 0]);
  expect(stream.received).toEqual([hello]);
});

test.each([
  ['no json', "Payload isn't valid for request."],
  [{ foo: 1 }, 'Unknown name "foo"'],
  [{ database: 'nonsense' }, 'names no database'],
])('the message %j ends the stream with its reason', async (message, reason) => {
  const channel = new RawChannel(url, 'Write');
  await channel.open([message]);
  const back = await channel.listen(0);
  await vi.waitFor(() => expect(JSON.stringify(back.arrays)).toContain('INVALID_ARGUMENT'));
  expect(JSON.stringify(back.arrays)).toContain(JSON.stringify(reason).slice(1, -1));
});

test('a client may end its session, which is then unknown', async () => {
  const { channel, stream } = await open();
  const back = await channel.listen(0);
  expect(await channel.terminate()).toBe(200);
  await back.ended;
  expect(stream.isClosed).toBe(true);
  expect(await channel.send([], 1)).toEqual([400, 'Unknown SID']);
  await expect(channel.listen(0)).rejects.toThrow('400');
});

test('the session of a closed page ends a minute after its last back channel', async () => {
  const { channel, stream } = await open();
  const back = await channel.listen(0);
  pass(limits.abandonedMillis * 5);
  expect(sessions.size).toBe(1);
  back.hangUp();
  await vi.waitFor(async () =>
    expect(await channel.send([], 1)).toEqual([0, expect.any(Number), expect.any(Number)]),
  );
  pass(limits.abandonedMillis);
  expect(sessions.size).toBe(1);
  pass(1);
  expect([sessions.size, stream.isClosed]).toEqual([0, true]);
});

test('a back channel ends after a megabyte, so that the next one confirms it', async () => {
  const { channel, stream } = await open();
  const back = await channel.listen(0);
  stream.onAnswer({ long: 'x'.repeat(limits.backChannel) });
  await back.ended;
  const id = back.arrays.at(-1)![0];
  await channel.listen(id);
  expect(await channel.send([], 1, id)).toEqual([1, id + 1, expect.any(Number)]);
});

test('an idle Write releases its connection, but not while an answer is outstanding', async () => {
  const { channel, stream } = await open('Write');
  const back = await channel.listen(0);
  pass(limits.idleWriteMillis * 3);
  expect(stream.isClosed).toBe(false);
  stream.onAnswer({ streamId: '1' });
  pass(limits.idleWriteMillis);
  await vi.waitFor(() => expect(back.arrays.at(-1)?.[1]).toEqual(['close']));
  expect(stream.isClosed).toBe(true);
});

test('an invalid array number is refused, and no array is dropped', async () => {
  const { channel, stream } = await open();
  stream.onAnswer(nothing);
  expect(await channel.send([], 1, Number.NaN)).toEqual([500, 'AID is not usable: NaN']);
  const back = await channel.listen(0);
  await vi.waitFor(() => expect(back.arrays).toEqual([[1, [nothing]]]));
});
