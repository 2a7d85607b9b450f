import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { type Fan, market, until } from '@datchain/testing/server/market.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { services } from '../services.ts';
import { everything, owns, type Share } from '../share.ts';
import { setDocuments } from '../stores/bulk.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { deleteOrphans } from './delete-orphans.ts';

const run = promisify(execFile);
const m = market();
const c = cashOut(m);
const { fanWith, release } = collectors(m);

const sweepIn = (hours: number, share?: Share, pageSize?: number) =>
  deleteOrphans(
    { ...services(), clock: { now: () => Date.now() + hours * HOUR_MILLIS } },
    { share, pageSize },
  );

async function halfWay(fan: Fan): Promise<Fan> {
  await firestore().doc(docs.user(fan.uid)).delete();
  return fan;
}

const anOrphan = async (): Promise<Fan> => halfWay(await m.signUp());

const exists = ({ uid }: Fan): Promise<boolean> =>
  auth()
    .getUser(uid)
    .then(
      () => true,
      () => false,
    );

const belongings: Readonly<Record<string, () => Promise<Fan>>> = {
  tokens: () => fanWith(10),
  'an unpaid order': async () => {
    const fan = await m.signUp();
    const asked = { blockId: await m.newBlock(50, 100), qty: 20 };
    const { status } = await m.call('createPaymentLinkDatTokenTesting', asked, fan.token);
    expect(status).toBe(200);
    return fan;
  },
  'earnings and a payout': async () => {
    await m.stripe('topup', { amount: 10_000 });
    const fan = await c.earner(30);
    expect((await c.pay(fan, 30)).status).toBe(200);
    return fan;
  },
  'an account at Stripe': async () => {
    const fan = await m.signUp();
    await c.account(fan);
    return fan;
  },
  'a release': async () => {
    const fan = await m.signUp();
    await release(fan, 1);
    return fan;
  },
  'a place on the allow-list': async () => {
    const fan = await m.signUp();
    const path = docs.allowedUsers;
    await setDocuments(firestore(), [{ path, data: { users: ['somebody', fan.uid] } }]);
    return fan;
  },
  'been disabled': async () => {
    const fan = await m.signUp();
    await auth().updateUser(fan.uid, { disabled: true });
    return fan;
  },
};

describe('accounts whose signup was never finished', () => {
  const kept: Record<string, Fan> = {};
  const orphans: Fan[] = [];

  beforeAll(async () => {
    kept['a user document'] = await m.signUp();
    for (const [what, make] of Object.entries(belongings)) kept[what] = await halfWay(await make());
    for (let n = 0; n < 5; n++) orphans.push(await anOrphan());
  });

  test('are kept for a day', async () => {
    expect(await sweepIn(23)).toMatchObject({ failed: 0 });
    for (const orphan of orphans) expect(await exists(orphan)).toBe(true);
  });

  test('are deleted after that, page after page, unless something belongs to them', async () => {
    const swept = await sweepIn(25, everything, 3);
    expect(swept).toMatchObject({ failed: 0 });
    expect(swept.deleted).toBeGreaterThanOrEqual(orphans.length);
    expect(swept.looked).toBeGreaterThanOrEqual(orphans.length + Object.keys(kept).length);
    for (const orphan of orphans) expect(await exists(orphan)).toBe(false);
    for (const [what, fan] of Object.entries(kept)) expect(await exists(fan), what).toBe(true);
    expect(await sweepIn(25)).toMatchObject({ deleted: 0, failed: 0 });
  });

  test('[N-JOB-02] are deleted by the part that has them, and by a part that repeats', async () => {
    const found = await Promise.all(Array.from({ length: 8 }, anOrphan));
    const all = (await sweepIn(0)).looked;
    const parts = [0, 1].map((index) => ({ index, count: 2 }));
    let looked = 0;
    for (const part of parts) {
      const own = found.filter(({ uid }) => owns(part, uid));
      const before = await Promise.all(own.map(exists));
      expect(before).toEqual(own.map(() => true));
      looked += (await sweepIn(25, part)).looked;
      expect(await Promise.all(own.map(exists))).toEqual(own.map(() => false));
      expect(await sweepIn(25, part)).toMatchObject({ deleted: 0, failed: 0 });
    }
    expect(looked).toBe(all);
  });

  test('are deleted by the scheduled job, and their tokens are refused', async () => {
    const orphan = await anOrphan();
    await m.shiftClock(25 * HOUR_MILLIS);
    await m.runScheduled('deleteOrphansJob');
    expect(await exists(orphan)).toBe(false);
    expect((await m.call('getPayoutQuote', {}, orphan.token)).status).toBe(401);
  });

  test('can be swept with the script', async () => {
    const script = fileURLToPath(new URL('../../scripts/job.ts', import.meta.url));
    const { stdout } = await run(process.execPath, [script, 'delete-orphans', '--env']);
    expect(stdout).toMatch(/^delete-orphans \{ looked: \d+, deleted: \d+, failed: 0 \}$/m);
  });

  test('are kept for another day when their user logs in again', async () => {
    const fan = await anOrphan();
    const { metadata } = await until(
      async () => {
        await m.logIn(fan);
        return auth().getUser(fan.uid);
      },
      (user) => Date.parse(user.metadata.lastSignInTime) > Date.parse(user.metadata.creationTime),
    );
    const madeAt = Date.parse(metadata.creationTime);
    await deleteOrphans({ ...services(), clock: { now: () => madeAt + 24 * HOUR_MILLIS + 1 } });
    expect(await exists(fan)).toBe(true);
  });
});
