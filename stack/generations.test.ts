import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  beginGeneration,
  completeGeneration,
  listGenerations,
  moveAddresses,
} from './generations.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'datchain-generations-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function save(clockOffsetMillis = 0) {
  const { id, dir } = beginGeneration(dataDir);
  writeFileSync(join(dir, 'store'), id);
  return completeGeneration(dataDir, id, clockOffsetMillis);
}

describe('the generations of saved data', () => {
  it('are listed in the order in which they were saved, with the clock of their time', () => {
    expect(listGenerations(dataDir)).toEqual([]);
    save();
    const newest = save(3_600_000);
    expect(listGenerations(dataDir).at(-1)).toEqual(newest);
    expect(newest.clockOffsetMillis).toBe(3_600_000);
  });

  it('are ignored while they are incomplete: a start restores the last complete one', () => {
    const complete = save();
    const interrupted = beginGeneration(dataDir);
    writeFileSync(join(interrupted.dir, 'store'), 'half');
    expect(listGenerations(dataDir).at(-1)).toEqual(complete);
  });

  it('get the Storage address of the stack that restores them, and keep every other address', () => {
    const { dir } = save();
    mkdirSync(join(dir, 'firestore'));
    const file = join(dir, 'firestore/firestore.jsonl');
    const line = (port: number) =>
      `["a/b",{"url":"http://127.0.0.1:${port}/v0/b/demo-dats.example/o/dat_artwork%2F1_a.png?token=t","page":"http://127.0.0.1:5000/viewdat/a"}]\n`;
    writeFileSync(file, line(9199));
    moveAddresses({ dir }, 'http://127.0.0.1:20001');
    expect(readFileSync(file, 'utf8')).toBe(line(20_001));
  });

  it('are kept two at a time, and interrupted ones are deleted', () => {
    const interrupted = beginGeneration(dataDir);
    const saved = [save(), save(), save()];
    expect(listGenerations(dataDir)).toEqual(saved.slice(1));
    expect(existsSync(interrupted.dir)).toBe(false);
    expect(existsSync(saved[0]?.dir ?? '')).toBe(false);
  });
});
