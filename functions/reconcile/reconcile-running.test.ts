import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { emptyUserGuard } from '@datchain/shared/domain/books/guards.ts';
import { soundBooks } from '@datchain/testing/server/books/sound-books.ts';
import { describe, expect, test, vi } from 'vitest';
import { compareOnce, reconcile } from './reconcile.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

type Sound = Awaited<ReturnType<typeof soundBooks>>;

const breakWallet = ({ ground }: Sound, uid: string) =>
  ground.setDocuments([{ path: docs.wallet(uid), data: { balance: -1 } }]);

describe('while the system runs', () => {
  async function reconciled(sound: Sound, change: (look: number) => Promise<unknown>) {
    const waits: number[] = [];
    const result = await reconcile(sound.services, (millis) => change(waits.push(millis)));
    return { ...result, waits };
  }

  test('correct books are compared once', async () => {
    const sound = await soundBooks();
    const { waits, ...result } = await reconciled(sound, async () => {});
    expect(waits).toEqual([]);
    expect(result).toEqual(await compareOnce(sound.services));
  });

  test('a difference found all four times is reported', async () => {
    const sound = await soundBooks();
    await breakWallet(sound, 'ana');
    const { waits, ...result } = await reconciled(sound, async () => {});
    expect(waits).toEqual([400, 800, 1_200]);
    expect(result).toEqual(await compareOnce(sound.services));
    expect(result.differences).toEqual([expect.stringContaining('users/ana/wallet/main')]);
  });

  test('a difference that disappears is not reported, nor one that appears only later', async () => {
    const sound = await soundBooks();
    const right = (await sound.ground.all()).get(docs.wallet('ana')) ?? {};
    await breakWallet(sound, 'ana');
    const { waits, differences } = await reconciled(sound, async () => {
      await sound.ground.setDocuments([{ path: docs.wallet('ana'), data: right }]);
      await breakWallet(sound, 'bo');
    });
    expect(differences).toEqual([]);
    expect(waits).toEqual([400]);
  });

  test('an entry that was never shown is reported after a minute', async () => {
    const { ground, services } = await soundBooks();
    const path = docs.entry('hold:p2');
    const entry = (await ground.all()).get(path);
    const differencesAt = async (agoMillis: number) => {
      const at = services.clock.now() - agoMillis;
      await ground.setDocuments([{ path, data: { ...entry, at, projected: false } }]);
      return (await compareOnce(services)).differences;
    };
    expect(await differencesAt(60_001)).toContain('entry hold:p2 was never shown on the screens');
    expect(await differencesAt(60_000)).toEqual([]);
  });
});

describe('screens', () => {
  /**
   * Returns a value as the Realtime Database stores it: without zeros and empty maps, and with dense maps as
   * lists.
   */
  function given(value: unknown): unknown {
    if (value === 0 || value === '0') return null;
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([key, field]) => [key, given(field)] as const);
    const present = new Map(fields.filter(([, field]) => field !== null));
    if (present.size === 0) return null;
    if (![...present.keys()].every((key) => /^\d$/.test(key))) return Object.fromEntries(present);
    const length = 1 + Math.max(...[...present.keys()].map(Number));
    return Array.from({ length }, (_, at) => present.get(`${at}`) ?? null);
  }

  test('agree although the Realtime Database drops empty values and returns maps as lists', async () => {
    const { services } = await soundBooks();
    const asGiven = {
      ...services.live,
      read: async (path: string) => given(await services.live.read(path)),
    };
    expect(await asGiven.read(live.datLive('old'))).toContain(null);
    expect((await compareOnce({ ...services, live: asGiven })).differences).toEqual([]);
  });

  test('may be missing for a user who has nothing yet', async () => {
    const { ground, services } = await soundBooks();
    await ground.setDocuments([
      { path: docs.userGuard('fay'), data: { ...emptyUserGuard('fay') } },
    ]);
    expect((await compareOnce(services)).differences).toEqual([]);
  });

  test('are compared only for works that the summary lists already', async () => {
    const { ground, services } = await soundBooks();
    const path = docs.assetsSummary;
    const rows = readList((await ground.all()).get(path)?.assets)
      .filter(isRecord)
      .slice(1);
    const assets = rows.map((row) => ({ ...row, SoldOut: 'perhaps' }));
    await ground.setDocuments([{ path, data: { assets } }]);
    const { differences } = await compareOnce(services);
    // The rows of the summary are in no fixed order, so both lists are sorted.
    expect(differences.map((one) => one.split(':')[0]).sort()).toEqual(
      rows.map(({ id }) => `screen summary ${id}`).sort(),
    );
  });

  test('are reported if they show a history of which no event is stored', async () => {
    const { services } = await soundBooks();
    const datEvents = { ...services.datEvents, async *each() {} };
    const { differences } = await compareOnce({ ...services, datEvents });
    expect(differences).toContainEqual(
      expect.stringMatching(/^screen datHistories\/old: .* should show {"lines":\[\]}$/),
    );
  });

  test('are reported if they name an unnamed next seller, even one who appears nowhere else', async () => {
    const { ground, services } = await soundBooks();
    const guards = { ...services.guards, listDats: async () => [] };
    const data = { salt: 'a'.repeat(64), person: 'number-of-di', isUnnamed: true };
    await ground.setDocuments([{ path: docs.publicLogPerson('di'), data }]);
    const { differences } = await compareOnce({ ...services, guards });
    expect(differences).toContainEqual(
      expect.stringMatching(/^screen tokenBlocks\/50: .*"di".*should show .*"unnamed"/),
    );
  });
});

describe('at Stripe', () => {
  test('payments since a minute before the first order are listed, and payments of other products ignored', async () => {
    const { services } = await soundBooks();
    const asked: number[] = [];
    const first = (await services.orders.find('paid'))?.createdAt ?? 0;
    const checkout = {
      ...services.checkout,
      async *listSince(since: number) {
        asked.push(since);
        for await (const session of services.checkout.listSince(since)) {
          yield session;
          yield { ...session, id: 'cs_other', orderId: 'of-another-product' };
          yield { ...session, id: 'cs_none', orderId: null };
        }
      },
    };
    const { differences, sessions } = await compareOnce({ ...services, checkout });
    expect(differences).toEqual([]);
    expect(sessions).toBe(6);
    expect(asked).toEqual([first - 60_000]);
  });

  test('an order that was paid twice is reported', async () => {
    const { services } = await soundBooks();
    const checkout = {
      ...services.checkout,
      async *listSince(since: number) {
        for await (const session of services.checkout.listSince(since)) yield* [session, session];
      },
    };
    const { differences } = await compareOnce({ ...services, checkout });
    expect(differences).toEqual(['order paid: settled with 2 paid sessions']);
  });

  test('nothing is requested if no one has ordered', async () => {
    const { services } = await soundBooks();
    const asked: number[] = [];
    const orders = { ...services.orders, async *pages() {} };
    const checkout = {
      ...services.checkout,
      listSince(since: number) {
        asked.push(since);
        return services.checkout.listSince(since);
      },
    };
    await compareOnce({ ...services, orders, checkout });
    expect(asked).toEqual([]);
  });
});

describe("a user's earnings", () => {
  test('are reported if a line of the statement differs from the journal', async () => {
    const { ground, services } = await soundBooks();
    const lines = [...(await ground.all())].filter(([path]) => path.includes('/earnings/'));
    for (const [path, data] of lines) {
      const streams = readList(data.streams);
      const line = isRecord(streams[0]) ? streams[0] : data;
      const changed = { ...line, micros: Number(line.micros) + 1 };
      const next = streams.length > 0 ? { streams: [changed, ...streams.slice(1)] } : changed;
      await ground.setDocuments([{ path, data: { ...data, ...next } }]);
    }
    const { differences } = await compareOnce(services);
    expect(differences.map((one) => one.split(':')[0]).sort()).toEqual(
      lines.map(([path]) => `earnings of ${path.split('/')[1]}`).sort(),
    );
    expect(lines.length).toBeGreaterThan(0);
  });

  test('are compared for each of many users', async () => {
    const { ground, services } = await soundBooks();
    const uids = Array.from({ length: 90 }, (_, n) => `fan${n}`);
    await ground.setDocuments(
      uids.flatMap((uid) => [
        { path: docs.userGuard(uid), data: { ...emptyUserGuard(uid) } },
        { path: docs.earningsLine(uid, 'odd'), data: { micros: 1 } },
      ]),
    );
    const { differences } = await compareOnce(services);
    expect(differences.map((one) => one.split(':')[0])).toEqual(
      uids.map((uid) => `earnings of ${uid}`),
    );
  });
});
