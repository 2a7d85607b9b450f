import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { aStoredAsset, storedAt, storedData } from '../testing/stored-world.ts';
import { emptySnapshot, indexRows, readStoredData, snapshotOf } from './snapshot.ts';
import { readSnapshot, writeSnapshot } from './snapshot-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'snapshot-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'snapshot.jsonl');

test('a snapshot is read as it was written, whatever names there are in it', () => {
  const taken = { takenDown: { at: storedAt, reason: 'A claim\nof rights' } };
  const person = { about: 'Zoë, 音楽, 🎵 and lines\r\n', links: [], followers: 3 };
  const stored = {
    ...storedData([
      aStoredAsset(0, { SongName: '🎵 عربي שלום', ArtistName: 'Kovač' }),
      aStoredAsset(1, taken),
    ]),
    histories: {
      'dat-0': [
        { at: storedAt, kind: 'sold', edition: 2, priceCents: 25, from: 'a', to: 'b' } as const,
      ],
    },
    people: Object.fromEntries(['ada', 'constructor', '__proto__'].map((name) => [name, person])),
  };
  const reading = readStoredData(stored);
  const rows = indexRows(reading, {}, { readAt: storedAt, fingerprint: JSON.stringify });
  const addresses = { shareImages: { 'dat-0': '/share/dat-0.jpg' }, previews: 'https://a.test/' };
  const snapshot = snapshotOf(reading, rows, addresses);
  writeSnapshot(file, snapshot);
  const read = readSnapshot(file);
  expect(read).toEqual(snapshot);
  expect(Object.keys(read.people)).toEqual(['ada', 'constructor', '__proto__']);
});

test('rows may be longer than what is written at once, and there may be none', () => {
  const about = 'ü'.repeat(900_000);
  const people = {
    ada: { about, links: [], followers: 0 },
    bo: { about: '', links: [], followers: 1 },
  };
  writeSnapshot(file, { ...emptySnapshot, people });
  expect(readSnapshot(file)).toEqual({ ...emptySnapshot, people });
  writeSnapshot(file, emptySnapshot);
  expect(readSnapshot(file)).toEqual(emptySnapshot);
});

test('a file that was cut off within a row is not read', () => {
  writeFileSync(file, '["previews","x"]\n["dats",{"id":"a"');
  expect(() => readSnapshot(file)).toThrow(SyntaxError);
});
