import { randomUUID } from 'node:crypto';
import { readPerson } from '@datchain/shared/contracts/documents/log-person.ts';
import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { closeToday } from '@datchain/testing/server/close-today.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { calls, findCallRow } from '@datchain/testing/server/every-call.ts';
import { type Fan, market, until } from '@datchain/testing/server/market.ts';
import {
  allDocuments,
  placesIn,
  readableDocuments,
  readableValues,
} from '@datchain/testing/server/readable.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { FieldValue } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import { publishPublicLog } from '../public-log/job.ts';
import { services } from '../services.ts';
import { auth, firestore } from '../stores/firebase.ts';

const m = market();
const c = cashOut(m);
const r = releasing(m);
const { release } = collectors(m);

const OWN_WORK = 'their own work';

/**
 * The places where a user may read another user’s uid, and the rule of each. `unnamed` is the
 * reason why it may also be the uid of an unnamed user.
 */
const places: Readonly<Record<string, { says: string; unnamed?: string }>> = {
  'assetsSummary assets[].creatorId': {
    says: 'R-DB-01: creatorId',
    unnamed: OWN_WORK,
  },
  'assetsSummary assets[].userId': {
    says: 'R-DB-01: userId',
    unnamed: OWN_WORK,
  },
  'assetsSummary assets[].creatorProfileURL': {
    says: 'R-DB-01: creatorProfileURL; R-REL-14: profile_pictures/{uid}',
    unnamed: OWN_WORK,
  },
  'assetsSummary assets[].producers[].id': {
    says: 'R-REV-06: credits with id and tag',
    unnamed: 'a credit is what somebody else says',
  },
  'assetsSummary assets[].editions[].currentOwnerId': {
    says: 'R-DB-01: currentOwnerId',
    unnamed: OWN_WORK,
  },
  'assetsSummary assets[].editions[].profileImageUrl': {
    says: 'R-DB-01: profileImageUrl; R-REL-14: profile_pictures/{uid}',
    unnamed: OWN_WORK,
  },
  'musicSummaries posts[].userId': {
    says: 'R-REL-12: userId or artistId',
    unnamed: 'the catalogue says whose song it is',
  },
  'portalAllowedUsers users[]': { says: 'R-DB-07: the list of uids' },
  'publicProfiles {uid}': {
    says: 'N-MON-10: one profile is read by its username or uid',
    unnamed: 'says nothing of what they own or sell',
  },
  'publicProfiles profileImageUrl': {
    says: 'R-REL-14: profile_pictures/{uid}',
    unnamed: 'says nothing of what they own or sell',
  },
  'tokenBlocks {n}.walletId': { says: 'R-DB-05: walletId' },
  'usernames uid': {
    says: 'R-REL-14: usernames/{name} has the uid',
    unnamed: 'says nothing of what they own or sell',
  },
  // Users who may release for others search for artists.
  'users {uid}': {
    says: 'R-REL-11: the searches for users',
    unnamed: 'operators find artists to release',
  },
  'users id': { says: 'R-REL-14: id', unnamed: 'as above' },
  'users userId': { says: 'R-REL-14: userId', unnamed: 'as above' },
  'users profileImageUrl': {
    says: 'R-REL-14: profileImageUrl',
    unnamed: 'as above',
  },
  'users followers[]': {
    says: 'R-REL-17: followers',
    unnamed: 'as above',
  },
};

type Person = Fan & { readonly profile: NewUser };

const pictureOf = (uid: string) =>
  `https://firebasestorage.googleapis.com/v0/b/demo/o/profile_pictures%2F${uid}?alt=media`;

async function join(name: string, accountType: 'Artist' | 'Fan' = 'Fan'): Promise<Person> {
  const fan = await m.signUp();
  const profile = await r.person({
    uid: fan.uid,
    username: name,
    name,
    accountType,
    artistName: accountType === 'Artist' ? `Artist ${name}` : '',
    profileImageUrl: pictureOf(fan.uid),
  });
  await firestore().doc(docs.username(name)).set({ uid: fan.uid });
  const lot = { blockId: '50', priceCents: 50, qty: 400, faceMicros: 200_000_000 };
  const { uid } = fan;
  await commit(
    openingWalletEntry({ uid, lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] }),
  );
  return { ...fan, profile };
}

const answers: { fan: Fan; name: string; text: string }[] = [];

async function call(fan: Fan, name: string, input: object) {
  const { status, body } = await m.call(name, input, fan.token);
  expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
  answers.push({ fan, name, text: JSON.stringify(body) });
  return body.result;
}

const listTokens = (fan: Fan, cents: number, qty = 20): Promise<{ listingId: string }> =>
  call(fan, 'listDatChainTokens', { blockId: String(cents), qty });
const buyEdition = (fan: Fan, datId: string, expectedPrice: number, editionNumber = 1) =>
  call(fan, 'purchaseEdition', { datId, editionNumber, expectedPrice });
const order = (fan: Fan, cents: number, qty: number) =>
  call(fan, 'createPaymentLinkDatTokenTesting', { blockId: String(cents), qty });
const choose = (fan: Fan, handle: 'shown' | 'hidden') => call(fan, 'setLedgerHandle', { handle });
const walletIdOf = (cents: number) =>
  services().live.read(`${live.tokenBlock(`${cents}`)}/walletId`);

async function orders(buyer: Fan) {
  const { url, orderId } = await order(buyer, 77, 30);
  await m.pay(url);
  const state = async () => (await call(buyer, 'getOrderStatus', { orderId })).state;
  await until(state, (now) => now === 'settled');
  const { paymentIntentId } = (await services().orders.find(orderId)) ?? {};
  const payment_intent = paymentIntentId ?? '';
  await services().stripe.refunds.create({ payment_intent, amount: 500 });
  const refunded = async () => (await services().orders.find(orderId))?.refundedCents;
  await until(refunded, (cents) => cents === 500);
  await order(buyer, 78, 20);
  const { orderId: givenUp } = await order(buyer, 79, 20);
  await call(buyer, 'cancelOrder', { orderId: givenUp });
}

async function works(
  people: Record<'artist' | 'masked' | 'hidden' | 'buyer' | 'operator', Person>,
) {
  const { artist, masked, hidden, buyer, operator } = people;
  await firestore()
    .doc(docs.allowedUsers)
    .set({ users: FieldValue.arrayUnion(operator.uid) }, { merge: true });
  const released: string[] = [];
  for (const { profile } of [artist, masked]) {
    const credits = { producers: [{ id: hidden.uid, tag: `@${hidden.profile.username}` }] };
    const song = songFor(profile, await uploadFiles(operator), credits);
    released.push(...(await call(operator, 'releaseDAT', { songs: [song] })).datIds);
    await r.post(profile);
  }
  for (const datId of released) {
    await buyEdition(buyer, datId, 10);
    await buyEdition(hidden, datId, 10, 2);
  }
  const [resold, own] = [await release(artist, 1), await release(masked, 1)];
  await buyEdition(hidden, resold, 10);
  await call(hidden, 'setEditionForSaleCF', { datId: resold, editionNumber: 1, newPrice: 12 });
  const receiptOf = async (purchase: { entryId: string }) =>
    (await call(buyer, 'getReceiptSeller', { entryId: purchase.entryId })).seller;
  return {
    resold: await receiptOf(await buyEdition(buyer, resold, 12)),
    own: await receiptOf(await buyEdition(buyer, own, 10)),
  };
}

let people: Record<'seller' | 'hidden' | 'artist' | 'masked' | 'buyer' | 'operator', Person>;
let receipts: { resold: unknown; own: unknown };

interface Found {
  readonly reader: string;
  readonly uid: string;
  readonly place: string;
  readonly where: string;
  readonly isOwnWork: boolean;
}
let found: Found[];
let readBy: Map<string, ReadonlyMap<string, unknown>>;

const piecesOf = (what: unknown): unknown[] =>
  isRecord(what) && Array.isArray(what.assets)
    ? readList(what.assets).map((row) => ({ assets: [row] }))
    : [what];

const creatorOf = (piece: unknown): unknown => {
  const [row] = isRecord(piece) ? readList(piece.assets) : [];
  return isRecord(row) ? row.creatorId : undefined;
};

function findIn(reader: string, uid: string, [path, what]: readonly [string, unknown]): Found[] {
  const [first = '', ...rest] = path.split('/');
  const at = rest.join('/').includes(uid) ? ['{uid}'] : [];
  return piecesOf(what).flatMap((piece) => {
    const isOwnWork = creatorOf(piece) === uid;
    return [...at, ...placesIn(piece, uid)].map((place) => ({
      reader,
      uid,
      place: `${first} ${place}`,
      where: path,
      isOwnWork,
    }));
  });
}

const unnamed = () => [people.hidden.uid, people.masked.uid];

async function numbersOf(uids: readonly string[]): Promise<string[]> {
  const paths = uids.map(docs.publicLogPerson);
  const stored = await services().store.read(paths);
  return paths.map((path) => readPerson(stored.get(path)?.data ?? {}).person);
}

beforeAll(async () => {
  setClockOffset(await m.clockOffset());
  await services().projector.project(['supply'], []);
  const [seller, hidden] = [await join('vera'), await join('hilda')];
  const [artist, masked] = [await join('ada', 'Artist'), await join('mona', 'Artist')];
  const [buyer, operator] = [await join('bo'), await join('olga')];
  people = { seller, hidden, artist, masked, buyer, operator };
  // The artist counts as a fixed account, which users follow when they sign up.
  await firestore()
    .doc(docs.user(artist.uid))
    .update({ followers: FieldValue.arrayUnion(buyer.uid, hidden.uid) });
  for (const one of [hidden, masked]) await choose(one, 'hidden');
  for (const one of [hidden, seller, masked]) await listTokens(one, 77);
  for (const [one, cents] of [
    [seller, 78],
    [masked, 79],
    [hidden, 80],
  ] as const) {
    await listTokens(one, cents);
  }
  await orders(buyer);
  receipts = await works(people);
  await c.setUp(seller);
  await c.earn(seller, { 9: 60 });
  await m.stripe('topup', { amount: 10_000 });
  await call(seller, 'processPayout', { payoutAmount: 30, source: 'credits' });
  await m.runScheduled('sweepProjectionsJob');
  await publishPublicLog(services());
  const day = await closeToday();
  for (const one of Object.values(people)) await call(one, 'getBalanceProof', { day });

  const readers: [string, Fan | undefined][] = [
    ['a visitor', undefined],
    ...Object.entries(people),
  ];
  const all = await allDocuments();
  const uids = Object.values(people).map(({ uid }) => uid);
  const words = [...uids, ...(await numbersOf(unnamed()))];
  readBy = new Map();
  found = [];
  for (const [name, fan] of readers) {
    // A document that names no one else reveals nothing.
    const others = words.filter((word) => word !== fan?.uid);
    const namesAnother = (path: string, what: unknown) =>
      others.some((word) => path.includes(word) || placesIn(what, word).length > 0);
    const documents = await readableDocuments(fan, all, namesAnother);
    const read = new Map([...documents, ...(await readableValues(fan))]);
    readBy.set(name, read);
    for (const uid of uids.filter((one) => one !== fan?.uid)) {
      found.push(...[...read].flatMap((one) => findIn(name, uid, one)));
    }
  }
}, 240_000);

describe('a user who reads both databases, document by document and in lists', () => {
  test('[N-MON-08] finds uids of others only where a rule says so, and each of these places occurs', () => {
    expect(found.filter(({ place }) => places[place] === undefined)).toEqual([]);
    expect([...new Set(found.map(({ place }) => place))].sort()).toEqual(
      Object.keys(places).sort(),
    );
  });

  test('[N-MON-08] finds unnamed users only in works that they released or are credited for', () => {
    const leaks = found.filter(
      ({ uid, place, isOwnWork }) =>
        unnamed().includes(uid) &&
        !(places[place]?.unnamed === OWN_WORK ? isOwnWork : places[place]?.unnamed),
    );
    expect(leaks).toEqual([]);
  });

  test('[N-MON-08] finds an unnamed user’s number of the public log only as the owner of an edition', async () => {
    const numbers = await numbersOf(unnamed());
    const foundIn = [...readBy.values()].flatMap((read) =>
      [...read].flatMap(([path, what]) =>
        numbers.flatMap((number) =>
          placesIn(what, number).map((place) => `${path.split('/')[0]} ${place}`),
        ),
      ),
    );
    expect([...new Set(foundIn)]).toEqual(['assetsSummary assets[].editions[].currentOwnerId']);
  });

  test('every test user has read their own orders, listings, payouts and history', () => {
    const counts = Object.fromEntries(
      [...readBy].map(([name, read]) => {
        const of = (folder: string) => [...read.keys()].filter((path) => path.startsWith(folder));
        return [name, ['orders/', 'listings/', 'payouts/'].map((folder) => of(folder).length)];
      }),
    );
    expect(counts).toEqual({
      'a visitor': [0, 0, 0],
      seller: [0, 2, 1],
      hidden: [0, 2, 0],
      artist: [0, 0, 0],
      masked: [0, 2, 0],
      buyer: [3, 0, 0],
      operator: [0, 0, 0],
    });
    const history = `users/${people.buyer.uid}/movements/`;
    const movements = [...(readBy.get('buyer') ?? [])].filter(([path]) => path.startsWith(history));
    expect(new Set(movements.map(([, what]) => isRecord(what) && what.kind))).toEqual(
      new Set(['tokens-bought', 'payment-refunded', 'edition-bought']),
    );
  });
});

describe('the answers of the server', () => {
  test('[N-MON-08] name no other user by uid in any call', async () => {
    for (const name of calls) {
      const { fan, input } = await findCallRow(name).prepare();
      await call(fan, name, input);
    }
    const { users } = await auth().listUsers();
    const uids = users.map(({ uid }) => uid);
    expect(answers.length).toBeGreaterThan(calls.length + 20);
    const leaks = answers.flatMap(({ fan, name, text }) =>
      uids.filter((uid) => uid !== fan.uid && text.includes(uid)).map((uid) => `${name}: ${uid}`),
    );
    expect(leaks).toEqual([]);
  });

  test('[N-MON-08] leave out an unnamed seller on a receipt, except for a seller’s own work', () => {
    expect(receipts).toEqual({ resold: '', own: 'mona' });
  });
});

describe('the seller whose tokens are next', () => {
  test('[N-MON-08] is the first of the queue, named or unnamed as that seller chose', async () => {
    const [named, other] = [await join(`n${randomUUID().slice(0, 6)}`), await join('u')];
    const { listingId } = await listTokens(other, 60);
    await listTokens(named, 60);
    expect(await walletIdOf(60)).toBe(other.uid);
    await choose(other, 'hidden');
    expect(await walletIdOf(60)).toBe('unnamed');
    await call(other, 'cancelTokenListing', { listingId });
    expect(await walletIdOf(60)).toBe(named.uid);
    await choose(named, 'hidden');
    expect(await walletIdOf(60)).toBe('unnamed');
    await choose(named, 'shown');
    expect(await walletIdOf(60)).toBe(named.uid);
    await listTokens(other, 60);
    const { url, orderId } = await order(people.buyer, 60, 20);
    expect(await walletIdOf(60)).toBe('unnamed');
    await m.pay(url);
    const state = async () => (await call(people.buyer, 'getOrderStatus', { orderId })).state;
    await until(state, (now) => now === 'settled');
    await choose(other, 'shown');
    expect(await walletIdOf(60)).toBe(other.uid);
    await order(people.buyer, 60, 20);
    expect(await walletIdOf(60)).toBe('platform');
  });

  test('after these tests the books are clean', async () => {
    await m.runScheduled('sweepProjectionsJob');
    expect((await m.reconcile()).differences).toEqual([]);
  });
});
