import { docs } from '@datchain/shared/contracts/paths.ts';
import { demoLogKey } from '@datchain/shared/domain/public-log/demo-key.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import { memoryBookDays } from '@datchain/testing/server/memory-book-days.ts';
import {
  memoryUnnumbered,
  readLog,
  testOrigin,
  testSigner,
} from '@datchain/testing/server/public-log.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { formatVkey, readVkey } from '@datchain/tlog/keys.ts';
import { appendLeaf, emptyEdge, leafHash } from '@datchain/tlog/merkle.ts';
import { checkSignature, type Note, readNote } from '@datchain/tlog/note.ts';
import { noteSigner } from '@datchain/tlog/signer.ts';
import { expect, test } from 'vitest';
import { memoryStore } from '../stores/memory-store.ts';
import { readHead, signedHead } from './head.ts';
import { publishLog } from './publish.ts';

const now = Date.UTC(2026, 10, 20, 9);
const clock = { now: () => now };
const { bookDays } = memoryBookDays();

const publisher = (store: ReturnType<typeof memoryStore>, signers = [testSigner], as = store) =>
  publishLog(
    { store: as, unnumbered: memoryUnnumbered(store), bookDays, clock, signers },
    { pause: async () => {} },
  );

const aDayOver = { day: '2026-11-19', paidCents: 1_250, reversedCents: 0 };

async function signedAt(sizes: readonly number[]) {
  let head = readHead(undefined);
  let edge = emptyEdge;
  for (let size = 1; size <= (sizes.at(-1) ?? 0); size++) {
    edge = appendLeaf(edge, leafHash(bytesOfText(`${size}\n`)));
    if (sizes.includes(size)) head = await signedHead(head, edge, [testSigner], now);
  }
  return head;
}

test('the head has the sizes that were signed since the last full tile', async () => {
  expect((await signedAt([3, 200])).signedSizes).toEqual([3, 200]);
  expect((await signedAt([3, 200, 256])).signedSizes).toEqual([]);
  expect((await signedAt([3, 200, 257])).signedSizes).toEqual([257]);
  expect((await signedAt([255, 256, 300, 511])).signedSizes).toEqual([300, 511]);
});

test("the checkpoint of three lines equals the format's example", async () => {
  const signer = await noteSigner(testOrigin, 'log', demoLogKey);
  const at = (time: string) => Date.parse(`2026-11-20T${time}.000Z`);
  const token = { block: '1', tokens: 1_000 };
  const payouts = { day: '2026-11-19', paidCents: 1_250, reversedCents: 0 };
  const lines = [
    logLine(1, { at: at('09:00:00'), kind: 'token-issue', fields: token }),
    logLine(2, { at: at('09:00:05'), kind: 'takedown', fields: { datId: 'd1', reason: 'Rights' } }),
    logLine(3, { at: at('09:00:09'), kind: 'payouts', fields: payouts }),
  ];
  const edge = lines.map((line) => leafHash(bytesOfText(line))).reduce(appendLeaf, emptyEdge);
  const { checkpoint } = await signedHead(readHead(undefined), edge, [signer], now);
  expect(checkpoint).toBe(`datchain.example/data/v1/tlog
3
Y0nFR/7oo57mAiUPLJ2qxZ3lnw5CDDbYZj9fVUGbPHk=

— datchain.example/data/v1/tlog cGDas9z1ui2Hut2yHvnEdEqlLvFuYrQXhHD+fFErXihbE6sFiu+pjiRHQj4Biek06a6a4awS08oM/kPr/OsU5RGneww=
`);
});

test('both keys sign during a change of keys, and the new one alone afterwards', async () => {
  const store = memoryStore();
  const next = await noteSigner(testOrigin, 'log', '08'.repeat(32));
  const signers = [[testSigner], [testSigner, next], [next]];
  for (const [index, own] of signers.entries()) {
    const { head } = await readLog(store);
    store.set(docs.publicLogHead, { ...head, payouts: aDayOver });
    await publisher(store, own);
    const after = await readLog(store);
    expect(after.head.size).toBe(index + 1);
    expect(after.head.keys).toEqual(own.map(formatVkey));
    const note = readNote(after.head.checkpoint) as Note;
    for (const vkey of after.head.keys) {
      const key = readVkey(vkey);
      expect(key && (await checkSignature(note, key))).toEqual({ is: 'valid' });
    }
  }
});

test('a log that has a name is not published under another one', async () => {
  const store = memoryStore();
  store.set(docs.publicLogHead, { ...readHead(undefined), payouts: aDayOver });
  await publisher(store);
  const before = await readLog(store);
  const other = await noteSigner('other.example/data/v1/tlog', 'log', '07'.repeat(32));
  await expect(publisher(store, [other])).rejects.toThrow(
    'The public log is published as datchain.example/data/v1/tlog, which never changes, but PUBLIC_LOG_ORIGIN is other.example/data/v1/tlog.',
  );
  expect(await readLog(store)).toEqual(before);
});
