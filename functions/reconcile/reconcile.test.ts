import { type Change, damages, fullPassDamages } from '@datchain/testing/server/books/damages.ts';
import { soundBooks } from '@datchain/testing/server/books/sound-books.ts';
import { expect, test, vi } from 'vitest';
import { compareOnce } from './reconcile.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const { ground, services } = await soundBooks();

test('correct books have no difference, and the report counts what was compared', async () => {
  const entries = [...(await ground.all()).keys()].filter((path) => path.startsWith('journal/'));
  expect(await compareOnce(services)).toEqual({
    entries: entries.length,
    orders: 2,
    sessions: 2,
    payouts: 2,
    shortfallMicros: 200_000,
    differences: [],
  });
});

async function differencesAfter(path: string, change: Change): Promise<string[]> {
  const before = (await ground.all()).get(path);
  await ground.setDocuments([{ path, data: { ...before, ...change(before ?? {}) } }]);
  const { differences } = await compareOnce(services);
  if (before) await ground.setDocuments([{ path, data: before }]);
  else await removed(path);
  return differences;
}

async function removed(path: string): Promise<void> {
  const version = (await ground.store.read([path])).get(path)?.version;
  await ground.store.write({ remove: [{ path, version }] });
}

test('each kind of damage is reported with the differences that the snapshot lists', async () => {
  const text: string[] = [];
  for (const [what, path, change] of [...damages, ...fullPassDamages]) {
    const differences = await differencesAfter(path, change);
    expect(differences, what).not.toEqual([]);
    const said = differences.map((one) => `  ${one.length > 160 ? `${one.slice(0, 160)}…` : one}`);
    text.push([what, ...new Set(said)].join('\n'));
  }
  expect((await compareOnce(services)).differences).toEqual([]);
  // Review each change of the snapshot: it is the proof. `vitest -u` writes it.
  await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot('./damages.txt');
});
