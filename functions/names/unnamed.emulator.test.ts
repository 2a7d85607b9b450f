import { randomUUID } from 'node:crypto';
import { readPerson } from '@datchain/shared/contracts/documents/log-person.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { placesWith } from '@datchain/testing/server/everything-public.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { buyEditionEntry, listEditionEntry } from '../journal/entries/editions.ts';
import { queueTokensEntry } from '../journal/entries/tokens.ts';
import { publishPublicLog } from '../public-log/job.ts';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { firestore } from '../stores/firebase.ts';

const m = market();
const { fanWith, release } = collectors(m);

const nameOf = ({ uid }: Fan) => `name${uid}`.toLowerCase();
const pictureOf = ({ uid }: Fan) => `/pictures/${uid}.webp`;
const wordsOf = (fan: Fan) => [fan.uid, nameOf(fan), pictureOf(fan)];

async function named(fan: Fan): Promise<Fan> {
  const data = { username: nameOf(fan), profileImageUrl: pictureOf(fan) };
  await setDocuments(firestore(), [{ path: docs.publicProfile(fan.uid), data }]);
  return fan;
}

const aCreator = async () => named(await m.signUp());
const aFan = async (usd: number) => named(await fanWith(usd));

const buy = (fan: Fan, datId: string, number: number, version: number, cents: number) =>
  commit(buyEditionEntry({ datId, number, version }, fan.uid, cents));
const offer = (fan: Fan, datId: string, number: number, version: number, cents: number) =>
  commit(listEditionEntry({ datId, number, version }, fan.uid, cents));
const choose = (fan: Fan, handle: 'shown' | 'hidden') =>
  m.call('setLedgerHandle', { handle }, fan.token);

const personOf = async ({ uid }: Fan) => {
  const path = docs.publicLogPerson(uid);
  return readPerson((await services().store.read([path])).get(path)?.data ?? {});
};

const settled = () => m.runScheduled('sweepProjectionsJob');

async function collector() {
  const [creator, fan, other] = [await aCreator(), await aFan(40), await aFan(40)];
  const datId = await release(creator, 2);
  const own = await release(fan, 2);
  const blockId = '83';
  await buy(fan, datId, 1, 1, 1_000);
  await buy(fan, datId, 2, 1, 1_000);
  await offer(fan, datId, 1, 2, 1_500);
  await buy(other, datId, 1, 3, 1_500);
  await commit(queueTokensEntry(randomUUID(), fan.uid, Number(blockId), 20));
  await settled();
  await publishPublicLog(services());
  return { creator, fan, other, datId, own, blockId };
}

const differences = async () => (await m.reconcile()).differences;

beforeAll(async () => {
  setClockOffset(await m.clockOffset());
  await services().projector.project(['supply'], []);
});

describe('a user who chose to be unnamed', () => {
  test('is named in public on their own work only, and everywhere again when they choose to be named', async () => {
    const { fan, other, datId, own, blockId } = await collector();
    const ownWork = ['assetsSummary', 'datHistories', 'datLive'].map((where) => `${where}/${own}`);
    const everywhere = [
      `assetsSummary/${datId}`,
      `datHistories/${datId}`,
      `datLive/${datId}`,
      'handles',
      `tokenBlocks/${blockId}`,
      ...ownWork,
    ].sort();
    expect(await placesWith(wordsOf(fan))).toEqual(everywhere);
    const askedBefore = (await firestore().doc(docs.rebuildRequest).get()).get('requestedAt');

    expect((await choose(fan, 'hidden')).body.result).toEqual({ handle: 'hidden' });
    expect(await placesWith(wordsOf(fan))).toEqual(ownWork.sort());
    const { person, isPending } = await personOf(fan);
    expect(isPending).toBe(false);
    const row = (await services().summaries.rows()).get(datId);
    expect(row?.editions[1]).toMatchObject({
      currentOwnerId: person,
      username: '',
      profileImageUrl: '',
    });
    expect(await services().live.read(`${live.tokenBlock(blockId)}/walletId`)).toBe('unnamed');
    const askedNow = (await firestore().doc(docs.rebuildRequest).get()).get('requestedAt');
    expect(askedNow).toBeGreaterThan(askedBefore ?? 0);
    expect(await placesWith([nameOf(other)])).toContain(`datHistories/${datId}`);
    expect(await differences()).toEqual([]);

    await offer(fan, datId, 2, 2, 1_800);
    await buy(other, datId, 2, 3, 1_800);
    await settled();
    expect(await placesWith(wordsOf(fan))).toEqual(ownWork.sort());

    expect((await choose(fan, 'shown')).body.result).toEqual({ handle: 'shown' });
    const sold = everywhere.filter((where) => !/^(assetsSummary|datLive)/.test(where));
    expect(await placesWith([nameOf(fan), fan.uid])).toEqual(
      [...new Set([...sold, ...ownWork])].sort(),
    );
    expect(await differences()).toEqual([]);
  });

  test('[N-PPL-20] hiding and showing a name all day starts one rebuild, and hiding it is never refused', async () => {
    const { fan } = await collector();
    const askedAt = async () =>
      (await firestore().doc(docs.rebuildRequest).get()).get('requestedAt');
    await choose(fan, 'hidden');
    const before = await askedAt();
    for (let n = 0; n < 5; n++) {
      expect((await choose(fan, 'shown')).body.result).toEqual({ handle: 'shown' });
      expect((await choose(fan, 'hidden')).body.result).toEqual({ handle: 'hidden' });
      expect((await choose(fan, 'hidden')).status).toBe(200);
    }
    const refused = await choose(fan, 'shown');
    expect([refused.status, refused.body.error?.message]).toEqual([
      429,
      expect.stringMatching(
        /^You made your name public 5 times within a day\. You can do this again in \d+ hours?( \d+ minutes?)?\.$/,
      ),
    ]);
    expect(await askedAt()).toBe(before);
    expect((await personOf(fan)).isUnnamed).toBe(true);
    expect(await differences()).toEqual([]);
  });

  test('can choose so before the first purchase', async () => {
    const [creator, fan] = [await aCreator(), await aFan(10)];
    await choose(fan, 'hidden');
    const datId = await release(creator, 1);
    await buy(fan, datId, 1, 1, 1_000);
    await settled();
    expect(await placesWith(wordsOf(fan))).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test('one of several concurrent choices wins, and all public places agree with it', async () => {
    const { fan, datId } = await collector();
    const handles = ['hidden', 'shown', 'hidden', 'hidden', 'shown', 'hidden', 'shown'] as const;
    const answers = await Promise.all(handles.map((handle) => choose(fan, handle)));
    expect(answers.map(({ status }) => status)).toEqual(handles.map(() => 200));
    const { isUnnamed, isPending } = await personOf(fan);
    expect(isPending).toBe(false);
    const places = await placesWith(wordsOf(fan));
    expect(places.includes(`datHistories/${datId}`)).toBe(!isUnnamed);
    expect(places.includes('handles')).toBe(!isUnnamed);
    expect(await differences()).toEqual([]);
  });

  test('a sale that is shown at the same moment does not bring the name back', {
    timeout: 120_000,
  }, async () => {
    const [creator, fan] = [await aCreator(), await aFan(200)];
    const dats = await Promise.all(Array.from({ length: 12 }, () => release(creator, 1)));
    // Half of the sales run when the choice is made, the other half start just after.
    const buying = (some: readonly string[]) =>
      some.map((datId) =>
        m.call('purchaseEdition', { datId, editionNumber: 1, expectedPrice: 10 }, fan.token),
      );
    const answers = await Promise.all([
      ...buying(dats.slice(0, 6)),
      choose(fan, 'hidden'),
      ...buying(dats.slice(6)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await settled();
    expect(await placesWith(wordsOf(fan))).toEqual([]);
    expect(await differences()).toEqual([]);
  });
});
