import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { pageAfter } from '@datchain/shared/domain/books/works.ts';
import { measureSize } from '@datchain/shared/domain/document-size.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect, test } from 'vitest';
import { Door } from '../journal/door.ts';
import type { Data, DocumentStore } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { newRelease } from './accept.ts';

import { publishEntry } from './publish-entry.ts';

const RELEASES = 400;
const STEP = 100;

const now = () => 1_700_000_000_000;
const memory = memoryStore();
let moved = { documents: 0, bytes: 0 };

const count = (all: Iterable<{ data: Data }>) => {
  for (const { data } of all) {
    moved = { documents: moved.documents + 1, bytes: moved.bytes + measureSize(data).bytes };
  }
};

const counting: DocumentStore = {
  ...memory,
  async read(paths) {
    const found = await memory.read(paths);
    count(found.values());
    return found;
  },
  write(batch) {
    count([...(batch.create ?? []), ...(batch.replace ?? [])]);
    return memory.write(batch);
  },
};

const people = Array.from({ length: 4 }, (_, index) => ({
  id: `tag:${index}`,
  tag: `Name ${index}`,
}));

function aRelease(number: number): Release {
  const id = `song-${number}`;
  const uid = 'artist';
  const names = { artistName: 'Ana', songName: `Song ${number}`, albumName: '' };
  const files = { artworkUrl: `https://example.com/${number}.png`, songUrl: '' };
  const credits = { artistFeatures: people, producers: people, songwriters: people };
  const facts = { ...names, ...files, ...credits, recordLabels: people, genres: ['pop'] };
  const ids = { id, contentId: id, artistId: uid, operatorUid: 'operator' };
  return newRelease({ ...facts, ...ids, source: 'files', tier: 'Gold' }, {}, now());
}

async function publish(door: Door, number: number): Promise<void> {
  const release = aRelease(number);
  memory.set(docs.release(release.id), { ...release });
  const musicPage = Math.max(1, memory.all('musicSummaries/').size);
  const places = { assetsPage: 1, musicPage, worksPage: pageAfter(number) };
  const outcome = await door.commit(publishEntry(release, places));
  if (isRefusal(outcome)) throw new Error(outcome.message);
}

test('a release reads and writes the same amount, however many its artist has made', async () => {
  memory.set(docs.user('artist'), { username: 'artist' });
  const door = new Door(counting, { now }, { maxGroup: 1 });
  const costs: (typeof moved)[] = [];
  for (let number = 0; number < RELEASES; number++) {
    if (number % STEP === 0) moved = { documents: 0, bytes: 0 };
    await publish(door, number);
    if (number % STEP === STEP - 1) costs.push(moved);
  }
  const [, , third, last] = costs;
  if (!third || !last) throw new Error('unreachable');
  expect(last.documents / third.documents).toBeLessThan(1.1);
  expect(last.bytes / third.bytes).toBeLessThan(1.1);
  const rows = [...memory.all('assetsSummary/').values()].flatMap(
    ({ assets }) => assets as unknown[],
  );
  expect(rows).toHaveLength(RELEASES);
}, 400_000);
