import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Change, damages } from '@datchain/testing/server/books/damages.ts';
import { soundBooks } from '@datchain/testing/server/books/sound-books.ts';
import { expect, test, vi } from 'vitest';
import { openingWalletEntry, queueTokensEntry } from '../journal/entries/tokens.ts';
import type { Services } from '../services.ts';
import { compareOnce } from './reconcile.ts';
import { reconcileChanges } from './reconcile-changes.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

type Sound = Awaited<ReturnType<typeof soundBooks>>;

const compare = ({ services }: Pick<Sound, 'services'>) =>
  reconcileChanges(services, async () => {});

async function removed({ ground }: Sound, path: string): Promise<void> {
  const version = (await ground.store.read([path])).get(path)?.version;
  if (version !== undefined) await ground.store.write({ remove: [{ path, version }] });
}

/** Changes a document, and returns how to change it back. */
async function damage(sound: Sound, path: string, change: Change) {
  const before = (await sound.ground.all()).get(path);
  await sound.ground.setDocuments([{ path, data: { ...before, ...change(before ?? {}) } }]);
  return async () => {
    if (before) await sound.ground.setDocuments([{ path, data: before }]);
    else await removed(sound, path);
  };
}

const later = (sound: Sound, millis: number): Sound => {
  const now = sound.services.clock.now() + millis;
  return { ...sound, services: { ...sound.services, clock: { now: () => now } } };
};

test('[N-JOB-01] correct books have no difference', async () => {
  const sound = later(await soundBooks(), 600_000);
  const all = await compareOnce(sound.services);
  expect(await compare(sound)).toEqual({ ...all, differences: [] });
});

test('[N-JOB-01] damage to what has changed is reported with the differences that the snapshot lists', async () => {
  const sound = later(await soundBooks(), 600_000);
  const text: string[] = [];
  for (const [what, path, change] of damages) {
    const repair = await damage(sound, path, change);
    const { differences } = await compare(sound);
    await repair();
    expect(differences, what).not.toEqual([]);
    const said = differences.map((one) => `  ${one.length > 160 ? `${one.slice(0, 160)}…` : one}`);
    text.push([what, ...new Set(said)].join('\n'));
  }
  expect((await compare(sound)).differences).toEqual([]);
  // Review each change of the snapshot: it is the proof. `vitest -u` writes it.
  await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot('./damages-in-changes.txt');
});

const moreTokens: Change = (data) => ({
  lots: (data.lots as { qty: number }[]).map((lot) => ({ ...lot, qty: lot.qty + 1 })),
});

test('[N-JOB-01] a difference is reported by each run until it is gone, although nothing changes', async () => {
  const sound = later(await soundBooks(), 600_000);
  const repair = await damage(sound, docs.userGuard('ana'), moreTokens);
  const first = await compare(sound);
  expect(first.differences.length).toBeGreaterThan(0);
  expect((await compare(later(sound, 3_600_000))).differences).toEqual(first.differences);
  await repair();
  expect((await compare(later(sound, 7_200_000))).differences).toEqual([]);
});

test('[N-JOB-01] a run that was killed before it compared leaves its changes to the next one', async () => {
  const sound = later(await soundBooks(), 600_000);
  await damage(sound, docs.userGuard('ana'), moreTokens);
  const listWorks = () => Promise.reject(new Error('killed'));
  const guards = { ...sound.services.guards, listWorks };
  const killed = { services: { ...sound.services, guards } as Services };
  await expect(compare(killed)).rejects.toThrow('killed');
  const { differences } = await compare(later(sound, 3_600_000));
  expect(differences).toContainEqual(expect.stringMatching(/^user:ana TOKEN/));
});

test('[N-JOB-01] a subtotal that has drifted is a difference of its account as soon as that changes', async () => {
  const sound = later(await soundBooks(), 600_000);
  await compare(sound);
  const change: Change = () => ({ sums: { TOKEN: 131 } });
  await damage(sound, docs.subtotal('user:ana'), change);
  expect((await compare(sound)).differences).toEqual([]);
  await removed(sound, docs.foldCompared);
  expect((await compare(sound)).differences).toContainEqual(
    expect.stringMatching(/^user:ana TOKEN: the postings sum to 131, the guard says 130/),
  );
});

test('[N-JOB-01] a run reads as much with many other users as with few, and nothing of users without changes', async () => {
  async function readsOfOneChange(others: number): Promise<string[]> {
    const sound = await soundBooks();
    const { services, ground } = sound;
    for (let n = 0; n < others; n++) {
      const wallet = { uid: `other${n}`, lots: [], spendCents: 0, rewardQty: 0, earnedDays: [] };
      await services.books.commit(openingWalletEntry(wallet));
    }
    for (let turn = 0; turn < 100; turn++) await ground.idle();
    expect((await compare(later(sound, 600_000))).differences).toEqual([]);
    await services.books.commit(queueTokensEntry('l3', 'di', 50, 10));
    for (let turn = 0; turn < 100; turn++) await ground.idle();
    const read: string[] = [];
    const store: Services['store'] = {
      ...ground.store,
      read: (paths) => {
        read.push(...paths);
        return ground.store.read(paths);
      },
    };
    const { clock } = later(sound, 1_200_000).services;
    const found = await compare({ services: { ...services, clock, store } });
    expect(found.differences).toEqual([]);
    return read;
  }
  const [few, many] = [await readsOfOneChange(2), await readsOfOneChange(40)];
  expect(many).toContain(docs.userGuard('di'));
  expect(many.length).toBe(few.length);
  expect(many.filter((path) => path.includes('other'))).toEqual([]);
});
