import { setClockOffset } from '@datchain/functions/clock.ts';
import { cancelListing, purchase, setForSale } from '@datchain/functions/editions/trade.ts';
import { openingWalletEntry } from '@datchain/functions/journal/entries/tokens.ts';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { config } from '@datchain/shared/domain/config.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { sweep } from '@datchain/testing/pure/scale.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { runOften, runScript } from '@datchain/testing/server/run-script.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { beforeAll, describe, expect, test } from 'vitest';

const m = market();
const r = releasing(m);
const reason = 'A claim of rights by its producer';

const run = (...parameters: string[]) => runOften('releases', parameters);
const readOf = async (path: string) => (await firestore().doc(path).get()).data();

async function release(operator: Fan): Promise<string> {
  const song = songFor(await r.person(), await uploadFiles(operator));
  const { status, body } = await m.call('releaseDAT', { songs: [song] }, operator.token);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.result.datIds[0];
}

async function fan(): Promise<string> {
  const { uid } = await m.signUp();
  const lots = [{ blockId: '50', priceCents: 50, qty: 4_000, faceMicros: 2_000_000_000 }];
  const wallet = { uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] };
  const written = await services().books.commit(openingWalletEntry(wallet));
  if (isRefusal(written)) throw new Error(written.message);
  return uid;
}

async function priceOf(datId: string): Promise<number> {
  const dat = await services().guards.findDat(datId);
  return (dat?.editions[0]?.priceCents ?? 0) / 100;
}

/** Sells every edition to one owner, because resales start only then. */
async function sellOut(datId: string, uid: string): Promise<void> {
  const expectedPrice = await priceOf(datId);
  for (let editionNumber = 1; editionNumber <= config.editionsPerDat; editionNumber++) {
    const bought = await purchase(services(), uid, { datId, editionNumber, expectedPrice });
    if (isRefusal(bought)) throw new Error(bought.message);
  }
}

// Each command runs in its own process, and a busy machine starts only a few at a time.
describe('looking after releases from the command line', { timeout: 180_000 }, () => {
  let operator: Fan;

  beforeAll(async () => {
    setClockOffset(await m.clockOffset());
    operator = await r.operator();
  });

  test('a DAT is taken down at once and for everyone, with its reason, and can be restored', async () => {
    const datId = await release(operator);
    const [uid, price] = [await fan(), await priceOf(datId)];
    const row = async () => (await services().summaries.rows()).get(datId);
    const buy = () => purchase(services(), uid, { datId, editionNumber: 1, expectedPrice: price });

    const dry = await run('take-down', datId, '--reason', reason, '--dry-run');
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('Would take down it') });
    expect(await row()).not.toHaveProperty('takenDown');

    const taken = await run('take-down', datId, '--reason', ` ${reason} `);
    expect(taken.output).toContain(`${datId} is taken down. Reason: ${reason}`);
    expect(taken.code).toBe(0);
    const at = (await services().guards.findDat(datId))?.takenDown?.at;
    expect(await row()).toMatchObject({ takenDown: { at, reason } });
    expect(await services().live.read(`${live.datLive(datId)}/takenDown`)).toEqual({ at, reason });
    const newest = JSON.stringify(await services().live.read(live.newestReleases));
    expect(newest).not.toContain(datId);
    expect(await readOf(docs.release(datId))).toMatchObject({ state: 'taken-down' });
    expect(await buy()).toMatchObject({ message: 'This DAT has been taken down.' });

    const again = await run('take-down', datId, '--reason', reason);
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('already') });
    const other = await run('take-down', datId, '--reason', 'Another');
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining('another reason') });

    const restored = await run('restore', datId, '--reason', 'The claim was settled');
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('is public.') });
    expect((await row())?.takenDown).toBeNull();
    expect(await services().live.read(`${live.datLive(datId)}/takenDown`)).toBeNull();
    expect(JSON.stringify(await services().live.read(live.newestReleases))).toContain(datId);
    expect(await readOf(docs.release(datId))).toMatchObject({ state: 'published' });
    expect(await buy()).toMatchObject({ edition: 1 });
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('owners of a DAT that was taken down keep their editions and can cancel offers, but make no new ones', async () => {
    const datId = await release(operator);
    const { uid } = await m.signUp();
    const price = await priceOf(datId);
    const faceMicros = price * 1_000_000 * config.editionsPerDat;
    const lots = [{ blockId: '50', priceCents: 50, qty: 1_000_000, faceMicros }];
    await services().books.commit(
      openingWalletEntry({ uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] }),
    );
    await sellOut(datId, uid);
    const sell = (editionNumber: number) =>
      setForSale(services(), uid, { datId, editionNumber, newPrice: price * 2 });
    expect(await sell(3)).toEqual({ ok: true });
    expect((await run('take-down', datId, '--reason', reason)).code).toBe(0);

    expect(await sell(4)).toMatchObject({ message: 'This DAT has been taken down.' });
    expect(await cancelListing(services(), uid, { datId, editionNumber: 3 })).toEqual({ ok: true });
    const dat = await services().guards.findDat(datId);
    expect(new Set(dat?.editions.map(({ ownerUid }) => ownerUid))).toEqual(new Set([uid]));
    expect((await m.reconcile()).differences).toEqual([]);
  });

  test('a takedown asks for a rebuild of the ledger, a dry run does not', {
    tags: 'long',
  }, async () => {
    const datId = await release(operator);
    const asked = async () => (await readOf(docs.rebuildRequest))?.requestedAt;
    const before = await asked();
    await run('take-down', datId, '--reason', reason, '--dry-run');
    expect(await asked()).toBe(before);
    await run('take-down', datId, '--reason', reason);
    expect(await asked()).not.toBe(before);
  });

  test('releases are listed with their state, a stuck one with its last error until it is resumed', {
    tags: 'long',
  }, async () => {
    const datId = await release(operator);
    const listed = await runScript('releases', ['list']);
    expect(listed.output).toContain(`${datId}  published  `);
    const open = { isDone: false, attempts: 3, lastError: 'The disk was full' };
    await firestore().doc(docs.release(datId)).update(open);
    const stuck = await run('stuck');
    expect(stuck.output).toContain(`${datId}  published, not finished`);
    expect(stuck.output).toContain('tried 3 times: The disk was full');
    expect((await run('resume', datId, '--dry-run')).output).toContain('Would go on with');
    expect(await run('resume', datId)).toMatchObject({ code: 0 });
    expect(await readOf(docs.release(datId))).toMatchObject({ isDone: true, lastError: null });
    expect((await run('resume', datId)).output).toContain('is finished already');
  });

  type Refused = [parameters: string[], sentence: string];
  const worst: Refused[] = [
    [['take-down', 'no-such-dat'], '--reason: Give a reason: everyone will read it.'],
    [['take-down', 'no-such-dat', '--reason', 'x'], 'There is no DAT with the id no-such-dat.'],
  ];
  const others: Refused[] = [
    [[], 'npm run releases -- list'],
    [['erase'], 'npm run releases -- list'],
    [['list', 'a', 'b'], 'What is b?'],
    [['take-down'], 'Name the id of a DAT.'],
    [['resume', 'no-such-dat'], 'There is no release with the id no-such-dat.'],
    [['list', '--force'], "Unknown option '--force'"],
  ];
  test.each(sweep(worst, others))(
    'the command with %j is refused with a sentence',
    async (parameters, sentence) => {
      const { code, output } = await run(...parameters);
      expect(output).toContain(sentence);
      expect(output).not.toContain('    at ');
      expect(code).toBe(1);
    },
  );
});
