import { readFileSync } from 'node:fs';
import { live } from '@datchain/shared/contracts/paths.ts';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/app';
import {
  type Database,
  get,
  limitToFirst,
  onValue,
  orderByKey,
  query,
  ref,
  remove,
  set,
  update,
} from 'firebase/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseTable } from './cases/database-table.ts';
import { databaseEmulator } from './testing/database-emulator.ts';
import type { Emulator } from './testing/firestore-emulator.ts';
import { connectAs, type Role, roleName, roles } from './testing/roles.ts';

const rules = readFileSync(new URL('./database.rules.json', import.meta.url), 'utf8');
const projectId = 'demo-rules-database';

let emulator: Emulator;
let env: RulesTestEnvironment;

beforeAll(async () => {
  setLogLevel('silent');
  emulator = await databaseEmulator(projectId);
  const { host, port } = emulator;
  env = await initializeTestEnvironment({ projectId, database: { host, port, rules } });
});

afterAll(async () => {
  await env?.cleanup();
  await emulator?.stop();
});

const zeroStats = { totalSpns: 0, sales: { singles: 0, albums: 0, videos: 0 } };

const as = (role: Role) => connectAs(env, role).database() as unknown as Database;
const at = (role: Role, path: string) => ref(as(role), path);

const write = (values: Record<string, unknown>) =>
  env.withSecurityRulesDisabled((server) =>
    update(ref(server.database() as unknown as Database), values),
  );

describe.each(databaseTable)('$path', ({ path, readers }) => {
  beforeAll(async () => {
    await env.clearDatabase();
    if (path !== '/') await write({ [path]: { value: 1 } });
  });

  it.each(
    roles.map((role) => ({
      role,
      mayRead: readers.includes(role),
      title: `${roleName[role]} ${readers.includes(role) ? 'may read and not write' : 'may do nothing'}`,
    })),
  )('[M-45] [R-DB-04] $title', async ({ role, mayRead }) => {
    const place = at(role, path);
    const reads = [
      () => get(place),
      () => get(query(place, orderByKey(), limitToFirst(1))),
      () => new Promise((resolve, reject) => onValue(place, resolve, reject, { onlyOnce: true })),
    ];
    for (const read of reads) {
      await (mayRead ? assertSucceeds(read()) : assertFails(read()));
    }
    await assertFails(set(place, { value: 2 }));
    await assertFails(update(place, { other: 2 }));
    await assertFails(remove(place));
  });
});

describe('the counters that a signup starts', () => {
  beforeEach(() => env.clearDatabase());

  it('are written by their owner, once, at zero', async () => {
    await assertSucceeds(set(at('owner', 'users/owner/credits'), 0));
    await assertSucceeds(set(at('owner', 'users/owner/stats'), zeroStats));
    await assertFails(set(at('owner', 'users/owner/credits'), 0));
    await assertFails(set(at('owner', 'users/owner/stats'), zeroStats));
  });

  it('may be written together, as two paths of one update', async () => {
    await assertSucceeds(update(at('owner', 'users/owner'), { credits: 0, stats: zeroStats }));
    await env.withSecurityRulesDisabled(async (server) => {
      const stored = await get(ref(server.database() as unknown as Database, 'users/owner'));
      expect(stored.val()).toEqual({ credits: 0, stats: zeroStats });
    });
  });

  it('may not be written as one value, which would replace everything of the user', () =>
    assertFails(set(at('owner', 'users/owner'), { credits: 0, stats: zeroStats })));

  it.each(roles.filter((role) => role !== 'owner'))('are not written by %s', async (role) => {
    await assertFails(set(at(role, 'users/owner/credits'), 0));
    await assertFails(set(at(role, 'users/owner/stats'), zeroStats));
  });

  it.each([
    ['more than zero', 1],
    ['less than zero', -1],
    ['a text', '0'],
    ['a list of values', { value: 0 }],
    ['true', true],
  ])('cannot start with credits of %s', (_title, value) =>
    assertFails(set(at('owner', 'users/owner/credits'), value)),
  );

  it.each<[string, unknown]>([
    ['as a single zero', 0],
    ['without totalSpns', { sales: zeroStats.sales }],
    ['without sales', { totalSpns: 0 }],
    ['without one kind of sales', { totalSpns: 0, sales: { singles: 0, albums: 0 } }],
    ['with a total above zero', { ...zeroStats, totalSpns: 1 }],
    ['with singles sold', { totalSpns: 0, sales: { ...zeroStats.sales, singles: 1 } }],
    ['with albums sold', { totalSpns: 0, sales: { ...zeroStats.sales, albums: 1 } }],
    ['with videos sold', { totalSpns: 0, sales: { ...zeroStats.sales, videos: 1 } }],
    ['with a text for a count', { ...zeroStats, totalSpns: '0' }],
    ['with another count', { ...zeroStats, totalFans: 0 }],
    ['with another kind of sales', { totalSpns: 0, sales: { ...zeroStats.sales, tickets: 0 } }],
    ['with values under a count', { ...zeroStats, totalSpns: { value: 0 } }],
  ])('cannot start statistics %s', (_title, value) =>
    assertFails(set(at('owner', 'users/owner/stats'), value)),
  );

  it('cannot be assembled piece by piece, nor grow in one update of all the pieces', async () => {
    await assertFails(set(at('owner', 'users/owner/stats/totalSpns'), 0));
    await assertFails(set(at('owner', 'users/owner/stats/sales'), zeroStats.sales));
    const pieces = { totalSpns: 0, 'sales/singles': 0, 'sales/albums': 0, 'sales/videos': 0 };
    const stats = at('owner', 'users/owner/stats');
    await assertFails(update(stats, { ...pieces, 'sales/tickets': 0 }));
    await assertFails(update(stats, { ...pieces, other: 0 }));
    await assertSucceeds(update(stats, pieces));
  });

  it('cannot be changed or removed by their owner afterwards', async () => {
    await write({ 'users/owner/credits': 0, 'users/owner/stats': zeroStats });
    await assertFails(set(at('owner', 'users/owner/credits'), 5));
    await assertFails(remove(at('owner', 'users/owner/credits')));
    await assertFails(remove(at('owner', 'users/owner/stats')));
    await assertFails(set(at('owner', 'users/owner/stats/sales/singles'), 0));
  });

  it('[N-PPL-15] are not started again by the token of an erased account', async () => {
    await write({ [live.erased('owner')]: true });
    await assertFails(set(at('owner', 'users/owner/credits'), 0));
    await assertFails(set(at('owner', 'users/owner/stats'), zeroStats));
    await assertFails(update(at('owner', 'users/owner'), { credits: 0, stats: zeroStats }));
    await assertSucceeds(set(at('stranger', 'users/stranger/credits'), 0));
  });

  it('open no other path', async () => {
    await assertFails(set(at('owner', 'users/owner/summary'), { earned: 1 }));
    await assertFails(update(at('owner', 'users/owner'), { credits: 0, admin: true }));
  });
});
