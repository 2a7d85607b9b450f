import { expect, test } from 'vitest';
import type { Caller, OpenStream, Refusal } from '../contract.ts';
import { compileFirestoreRules } from '../rules/compile.ts';
import { World } from '../world.ts';

type Json = Readonly<Record<string, unknown>>;

const project = 'demo-stream';
const database = `projects/${project}/databases/(default)`;
const admin: Caller = { isAdmin: true, auth: null };
const nobody: Caller = { isAdmin: false, auth: null };
const rules = compileFirestoreRules(`rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /c/{x} { allow create; } } }`);

const put = (id: string, more: Json = {}) => ({
  update: { name: `${database}/documents/c/${id}`, fields: {} },
  ...more,
});

function open(caller = admin): { stream: OpenStream; said: unknown[]; settle(): Promise<void> } {
  const world = new World({ now: Date.now, rulesOf: () => rules });
  const said: unknown[] = [];
  const stream = world.calls({ project, database: '(default)' }).open('Write', caller, {
    onAnswer: (message) => said.push(message),
    onEnd: (refusal: Refusal | undefined) => said.push([refusal?.code, refusal?.message]),
  });
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
  return { stream, said, settle };
}

const time = expect.stringMatching(/Z$/);
const tokens = ['0', '1', '2', '3'].map((text) => Buffer.from(text).toString('base64'));

test('the first message is answered with the stream id, each further one is a commit', async () => {
  const { stream, said, settle } = open();
  stream.send({ database });
  stream.send({ streamToken: tokens[0], writes: [put('a')] });
  stream.send({ streamToken: tokens[1], writes: [] });
  stream.send({ streamToken: tokens[2], writes: [put('a'), { delete: put('a').update.name }] });
  await settle();
  expect(said).toEqual([
    { streamId: expect.stringMatching(/^\d+$/), streamToken: tokens[0] },
    { writeResults: [{ updateTime: time }], commitTime: time, streamToken: tokens[1] },
    { streamToken: tokens[2] },
    { writeResults: [{}, {}], commitTime: time, streamToken: tokens[3] },
  ]);
});

test('a failed commit ends the stream, and later ones are not executed', async () => {
  const { stream, said, settle } = open();
  stream.send({ database });
  stream.send({ writes: [put('a', { currentDocument: { exists: true } })] });
  stream.send({ writes: [put('b')] });
  await settle();
  expect(said).toEqual([expect.anything(), [5, 'no entity to update: c/a']]);
});

test('the rules apply to each commit of a stream', async () => {
  const { stream, said, settle } = open(nobody);
  stream.send({ database });
  stream.send({ writes: [put('a')] });
  stream.send({ writes: [put('b'), put('a', { currentDocument: { exists: true } })] });
  await settle();
  expect(said.slice(1)).toEqual([
    expect.objectContaining({ commitTime: time }),
    [7, expect.any(String)],
  ]);
});

test('a closed stream sends nothing more', async () => {
  const { stream, said, settle } = open();
  stream.send({ database });
  stream.close();
  stream.send({ writes: [put('a')] });
  await settle();
  expect(said).toEqual([]);
});

test.each<[string, Json, string]>([
  ['without a database', {}, "'database' must be set on an initial write request."],
  [
    'with writes',
    { database, writes: [put('a')] },
    "'writes' must not be set on an initial write request.",
  ],
  [
    'of an old stream',
    { database, streamId: 'abc' },
    'Resuming streams is not supported, do not set stream ID.',
  ],
  ['with an unknown field', { database, foo: 1 }, 'Unknown field "foo" in WriteRequest.'],
])('a first message %s is refused', async (_, message, refusal) => {
  const { stream, said, settle } = open();
  stream.send(message);
  await settle();
  expect(said).toEqual([[3, refusal]]);
});
