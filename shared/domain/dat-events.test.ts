import { expect, test } from 'vitest';
import { mintDat } from './books/editions.ts';
import {
  newestEventsFirst,
  offerEvent,
  openingEvents,
  outcomeOf,
  releasedEvent,
  soldEvent,
  takedownEvent,
} from './dat-events.ts';

const mint = { datId: 'blue', creatorUid: 'ana', editions: 2, priceCents: 4_000, sharePpm: 25_000 };
const dat = mintDat(mint, 10);
const sold = { number: 1, ownerUid: 'bo', priceCents: 4_000, version: 2 };

test('a release concerns all editions and names their price', () => {
  expect(releasedEvent(dat, 10)).toEqual({
    datId: 'blue',
    at: 10,
    kind: 'released',
    edition: null,
    priceCents: 4_000,
    fromUid: null,
    toUid: 'ana',
    version: 1,
  });
});

test('a history leaves each edition with its last owner and what is asked for it', () => {
  const history = [
    releasedEvent(dat, 10),
    soldEvent('blue', sold, 'ana', 20),
    offerEvent('blue', { ...sold, askPriceCents: 7_200, version: 3 }, 30),
  ];
  const outcome = () => Object.fromEntries(outcomeOf(history, [1, 2]));
  expect(outcome()).toEqual({
    1: { ownerUid: 'bo', askPriceCents: 7_200 },
    2: { ownerUid: 'ana', askPriceCents: 4_000 },
  });
  history.push(offerEvent('blue', { ...sold, askPriceCents: null, version: 4 }, 40));
  expect(outcome()[1]).toEqual({ ownerUid: 'bo', askPriceCents: null });
});

test('changes of the same millisecond stand in the order of their versions', () => {
  const bought = soldEvent('blue', { ...sold, ownerUid: 'cy', version: 4 }, 'bo', 30);
  const listed = offerEvent('blue', { ...sold, askPriceCents: 7_200, version: 3 }, 30);
  expect(newestEventsFirst([listed, bought])).toEqual([bought, listed]);
  expect(outcomeOf([bought, listed], [1]).get(1)).toEqual({ ownerUid: 'cy', askPriceCents: null });
});

test('a takedown in the millisecond of the release comes after it, however they are found', () => {
  const released = releasedEvent(dat, 30);
  const down = takedownEvent({ ...dat, takedownVersion: 1 }, 'taken-down', 'A claim', 30);
  const restored = takedownEvent({ ...dat, takedownVersion: 2 }, 'restored', 'Settled', 30);
  const inOrder = [restored, down, released];
  expect(newestEventsFirst([released, down, restored])).toEqual(inOrder);
  expect(newestEventsFirst([down, restored, released])).toEqual(inOrder);
});

test('a DAT from before the journal brings its release, its sales and its offers', () => {
  const edition = {
    number: 1,
    ownerUid: 'bo',
    priceCents: 4_000,
    askPriceCents: 7_200,
    sharePpm: 25_000,
    version: 1,
    wasSold: true,
    owners: [
      { uid: 'ana', since: 10 },
      { uid: 'bo', since: 20 },
    ],
  };
  const opening = { ...dat, editions: [edition, ...dat.editions.slice(1)] };
  const events = openingEvents(opening, { 1: 30 });
  expect(events.map(({ kind, at }) => [kind, at])).toEqual([
    ['released', 10],
    ['sold', 20],
    ['listed', 30],
  ]);
  for (const { number, ownerUid, askPriceCents } of opening.editions) {
    expect(outcomeOf(events, [1, 2]).get(number)).toEqual({ ownerUid, askPriceCents });
  }
});
