import { docs } from '@datchain/shared/contracts/paths.ts';
import { someLines } from '@datchain/testing/server/a-public-log.ts';
import { expect, test } from 'vitest';
import type { DocumentStore } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { storedLines, storedLinesAfter } from './stored-lines.ts';

const lines = someLines(50);

async function collect(all: AsyncGenerator<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of all) found.push(line);
  return found;
}

async function stored(some: readonly string[]) {
  const memory = memoryStore();
  const create = Array.from({ length: Math.ceil(some.length / 10) }, (_, at) => ({
    path: docs.publicLogChunk(at + 1),
    data: { text: some.slice(at * 10, at * 10 + 10).join('') },
  }));
  await memory.write({ create });
  const reads: string[] = [];
  const store: DocumentStore = {
    ...memory,
    read: (paths) => {
      reads.push(...paths);
      return memory.read(paths);
    },
  };
  return { store, reads };
}

test('the lines after any line are the rest of all lines, for any head', async () => {
  const { store } = await stored(lines);
  for (const length of [0, 1, 9, 10, 11, 42, 50]) {
    const file = { length, chunk: Math.max(1, Math.ceil(length / 10)) };
    const all = await collect(storedLines(store, file));
    expect(all).toEqual(lines.slice(0, length));
    for (let from = 0; from <= length; from++) {
      expect(await collect(storedLinesAfter(store, file, from))).toEqual(all.slice(from));
    }
  }
});

test('only documents with requested lines are read', async () => {
  const { store, reads } = await stored(lines);
  await collect(storedLinesAfter(store, { length: 42, chunk: 5 }, 42));
  expect(reads).toEqual([]);
  await collect(storedLinesAfter(store, { length: 42, chunk: 5 }, 40));
  expect(reads).toEqual([docs.publicLogChunk(5)]);
  await collect(storedLinesAfter(store, { length: 42, chunk: 5 }, 39));
  expect(reads.slice(1)).toEqual([5, 4].map((chunk) => docs.publicLogChunk(chunk)));
});

test('a line that is missing or out of order is named in an error', async () => {
  const read = async (some: readonly string[], from: number) => {
    const { store } = await stored(some);
    return collect(storedLinesAfter(store, { length: 42, chunk: 5 }, from));
  };
  const lacking = lines.toSpliced(40, 1);
  await expect(read(lacking, 40)).rejects.toThrow('The public log has no line 41');
  await expect(read(lines.slice(0, 41), 40)).rejects.toThrow('The public log has no line 42');
  await expect(read([], 40)).rejects.toThrow('The public log has no line 41');
  await expect(read(lines.with(40, 'not a line\n'), 39)).rejects.toThrow('has no line');
});
