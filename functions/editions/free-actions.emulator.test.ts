import { readDatHistory } from '@datchain/shared/contracts/documents/dat-history.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatEventKind } from '@datchain/shared/domain/dat-events.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { expect, test } from 'vitest';
import {
  buyEditionEntry,
  listEditionEntry,
  unlistEditionEntry,
} from '../journal/entries/editions.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';

const m = market();
const { fanWith, release } = collectors(m);

const stored = async (path: string) => (await firestore().doc(path).get()).data();
const historyOf = async (datId: string) => readDatHistory(await stored(docs.datHistory(datId)));
const linesOf = async (datId: string, kind: DatEventKind) =>
  (await historyOf(datId)).filter((line) => line.kind === kind);

async function heldBy(fans: readonly Fan[]) {
  const datId = await release(await m.signUp(), fans.length);
  for (const [index, fan] of fans.entries()) {
    await commit(buyEditionEntry({ datId, number: index + 1, version: 1 }, fan.uid, 1_000));
  }
  return datId;
}
const list = (fan: Fan, datId: string, editionNumber: number, newPrice: number) =>
  m.call('setEditionForSaleCF', { datId, editionNumber, newPrice }, fan.token);
const cancel = (fan: Fan, datId: string, editionNumber: number) =>
  m.call('cancelEditionListing', { datId, editionNumber }, fan.token);

test('[N-PPL-20] offering and withdrawing an edition sixty times pushes neither a sale nor another offer out of the history', async () => {
  const [ana, bo] = [await fanWith(20), await fanWith(20)];
  const datId = await heldBy([ana, bo]);
  await commit(listEditionEntry({ datId, number: 1, version: 2 }, ana.uid, 3_000));
  let version = 2;
  for (let n = 0; n < 60; n++) {
    await commit(listEditionEntry({ datId, number: 2, version }, bo.uid, 2_000 + n));
    await commit(unlistEditionEntry({ datId, number: 2, version: version + 1 }, bo.uid));
    version += 2;
  }
  expect(await linesOf(datId, 'sold')).toHaveLength(2);
  expect(await linesOf(datId, 'released')).toHaveLength(1);
  expect(await linesOf(datId, 'listed')).toMatchObject([{ edition: 1, priceCents: 3_000 }]);
  expect(await linesOf(datId, 'unlisted')).toEqual([]);
  const events = firestore().collection(docs.datEvents).where('datId', '==', datId);
  expect((await events.count().get()).data().count).toBe(1 + 2 + 1 + 120);

  await commit(listEditionEntry({ datId, number: 2, version }, bo.uid, 1_000));
  const cy = await fanWith(20);
  await commit(buyEditionEntry({ datId, number: 2, version: version + 1 }, cy.uid, 1_000));
  expect((await historyOf(datId)).map(({ kind, edition }) => `${kind} ${edition}`)).toEqual([
    'sold 2',
    'listed 1',
    'sold 2',
    'sold 1',
    'released null',
  ]);
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});

test('[N-PPL-20] an edition can be offered twenty times a day and withdrawn at any time; the refusal says when it can be offered again', async () => {
  const [ana, bo] = [await fanWith(20), await fanWith(20)];
  const datId = await heldBy([ana, bo]);
  for (let n = 0; n < 20; n++) expect((await list(ana, datId, 1, 0.25)).status).toBe(400);
  for (let n = 0; n < 20; n++) expect((await list(ana, datId, 1, 20 + n)).status).toBe(200);
  const refused = await list(ana, datId, 1, 60);
  expect([refused.status, refused.body.error?.message]).toEqual([
    429,
    expect.stringMatching(
      /^You offered this edition 20 times within a day\. You can offer it again in \d+ hours?( \d+ minutes?)?\.$/,
    ),
  ]);
  expect((await cancel(ana, datId, 1)).status).toBe(200);
  // The attempts of others do not count, and each edition has its own limit.
  expect((await list(bo, datId, 1, 20)).status).not.toBe(200);
  expect((await list(bo, datId, 2, 20)).status).toBe(200);
});

test('[N-PPL-20] tokens can be put up for sale a hundred times a day, and withdrawn at any time', async () => {
  const fan = await fanWith(50);
  const put = async () => m.call('listDatChainTokens', { blockId: '50', qty: 10 }, fan.token);
  const takeBack = (listingId: string) => m.call('cancelTokenListing', { listingId }, fan.token);
  const { limits } = services();
  for (let n = 0; n < 98; n++) {
    await limits.take('token listings', fan.uid, { most: 100, windowMillis: 86_400_000 });
  }
  const [first, second] = [await put(), await put()];
  expect([first.status, second.status]).toEqual([200, 200]);
  const refused = await put();
  expect([refused.status, refused.body.error?.message]).toEqual([
    429,
    expect.stringMatching(
      /^You put tokens up for sale 100 times within a day\. You can do this again in \d+ hours?( \d+ minutes?)?\.$/,
    ),
  ]);
  for (const { body } of [first, second]) {
    expect((await takeBack(body.result.listingId)).status).toBe(200);
  }
});
