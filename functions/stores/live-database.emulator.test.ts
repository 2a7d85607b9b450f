import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { liveDatabase } from './live-database.ts';

const aPath = () => `streamStats/shared-${randomUUID()}`;

describe('a value of the Realtime Database that several processes change', () => {
  test('is written once at the version that was read', async () => {
    const database = liveDatabase();
    const path = aPath();
    const { value, version } = await database.readVersioned(path);
    expect(value).toBeNull();
    expect(await database.replace(path, { daily: { '2026-08-01': 1 } }, version)).toBe('written');
    expect(await database.replace(path, { daily: { '2026-08-01': 2 } }, version)).toBe('conflict');
    expect(await database.read(path)).toEqual({ daily: { '2026-08-01': 1 } });
    await database.patch({ [path]: null });
  });

  test('is not overwritten after a change anywhere below it', async () => {
    const database = liveDatabase();
    const path = aPath();
    await database.patch({ [`${path}/daily`]: { '2026-08-01': 1 } });
    const { value, version } = await database.readVersioned(path);
    expect(value).toEqual({ daily: { '2026-08-01': 1 } });
    await database.patch({ [`${path}/totalEarnings`]: 12.5 });
    expect(await database.replace(path, value, version)).toBe('conflict');
    expect(await database.read(`${path}/totalEarnings`)).toBe(12.5);
    await database.patch({ [path]: null });
  });

  test('is written by one of many writers at the same version', async () => {
    const database = liveDatabase();
    const path = aPath();
    const { version } = await database.readVersioned(path);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) => database.replace(path, { n: n + 1 }, version)),
    );
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    await database.patch({ [path]: null });
  });

  test('is not written if the database refuses, which is an error and not a conflict', async () => {
    const database = liveDatabase();
    const { version } = await database.readVersioned(aPath());
    await expect(database.replace('no.such.path', 1, version)).rejects.toThrow('400');
  });
});
