import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { expect, test, vi } from 'vitest';
import type { Data } from '../../stores/document-store.ts';
import type { StoredFile } from '../../stores/files.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import { claimPath } from '../uploads.ts';
import { sweepUploads } from './sweep-uploads.ts';

vi.mock('../../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const upload: StoredFile = {
  path: 'dat_artwork/1_cover.png',
  contentType: 'image/png',
  uploader: 'op',
  size: 9,
  tokens: [],
  hash: 'h',
  generation: '1',
  createdAt: 0,
  isClosed: false,
};

function bucket() {
  const store = memoryStore();
  const there = new Map([[upload.path, upload]]);
  const mentions: Data[] = [];
  const sweep = (days: number, step = async () => {}) =>
    sweepUploads({
      clock: { now: () => days * DAY_MILLIS },
      store: {
        ...store,
        read: (paths) => step().then(() => store.read(paths)),
        write: (batch) => step().then(() => store.write(batch)),
      },
      files: {
        ...({} as Parameters<typeof sweepUploads>[0]['files']),
        async *pages(prefix) {
          await step();
          yield [...there.values()].filter(({ path }) => path.startsWith(prefix));
        },
        delete: ({ path }) => step().then(() => there.delete(path)),
      },
      mentions: {
        async *pages() {
          await step();
          yield mentions;
        },
      },
    });
  return {
    sweep,
    isThere: () => there.has(upload.path),
    release: () => mentions.push({ ArtworkURL: `https://host/${upload.path}` }),
    claim: () => store.all().get(claimPath(upload))?.state,
  };
}

async function heldUp(heldAt: number, diesAt: number) {
  const world = bucket();
  expect(await world.sweep(91)).toMatchObject({ abandoned: 1 });
  let steps = 0;
  let released = 0;
  await world
    .sweep(93, async () => {
      steps += 1;
      if (steps === heldAt) {
        world.release();
        ({ released } = await world.sweep(93));
        expect(world.isThere()).toBe(released === 1);
      }
      if (steps >= diesAt) throw new Error('killed');
    })
    .catch((error: Error) => expect(error.message).toBe('killed'));
  return { ...world, released, isOver: steps < (diesAt === NEVER ? heldAt : diesAt) };
}
const NEVER = Number.POSITIVE_INFINITY;

test('a delayed sweep does not delete an upload that another sweep found in a release', async () => {
  const outcomes = new Set<number>();
  for (let heldAt = 1; ; heldAt++) {
    for (const diesAt of [NEVER, heldAt, heldAt + 1]) {
      const { sweep, isThere, claim, released, isOver } = await heldUp(heldAt, diesAt);
      if (isOver && diesAt === NEVER) {
        expect(outcomes).toEqual(new Set([0, 1]));
        return;
      }
      outcomes.add(released);
      const where = `held up at step ${heldAt}, killed at step ${diesAt}`;
      expect(isThere(), where).toBe(released === 1);
      for (const days of [93, 95, 97]) {
        await sweep(days);
        expect(isThere(), where).toBe(released === 1);
      }
      expect(claim(), where).toBe(released === 1 ? 'released' : 'deleted');
    }
  }
});

test('an upload whose deletion was decided is deleted by the next sweep after a crash', async () => {
  for (let diesAt = 1; ; diesAt++) {
    const { sweep, isThere } = bucket();
    await sweep(91);
    let steps = 0;
    const step = async () => {
      steps += 1;
      if (steps >= diesAt) throw new Error('killed');
    };
    await sweep(93, step).catch((error: Error) => expect(error.message).toBe('killed'));
    if (steps < diesAt) break;
    await sweep(93);
    expect(isThere(), `killed at step ${diesAt}`).toBe(false);
  }
});
