import { expect, test } from 'vitest';
import { mintDat } from './books/editions.ts';
import {
  findTakedown,
  historyLines,
  listPeople,
  newestEventsFirst,
  offerEvent,
  openingEvents,
  releasedEvent,
  replayHistory,
  shownLines,
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

test('a history leaves each edition with its last owner and its asking price', () => {
  const history = [
    releasedEvent(dat, 10),
    soldEvent('blue', sold, 'ana', 20),
    offerEvent('blue', { ...sold, askPriceCents: 7_200, version: 3 }, 30),
  ];
  const outcome = () => Object.fromEntries(replayHistory(history, [1, 2]));
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
  expect(replayHistory([bought, listed], [1]).get(1)).toEqual({
    ownerUid: 'cy',
    askPriceCents: null,
  });
});

test('a takedown in the millisecond of the release comes after it, in whatever order they are read', () => {
  const released = releasedEvent(dat, 30);
  const down = takedownEvent({ ...dat, takedownVersion: 1 }, 'taken-down', 'A claim', 30);
  const restored = takedownEvent({ ...dat, takedownVersion: 2 }, 'restored', 'Settled', 30);
  const inOrder = [restored, down, released];
  expect(newestEventsFirst([released, down, restored])).toEqual(inOrder);
  expect(newestEventsFirst([down, restored, released])).toEqual(inOrder);
});

test('a DAT from before the journal gets events for its release, its sales and its offers', () => {
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
    expect(replayHistory(events, [1, 2]).get(number)).toEqual({ ownerUid, askPriceCents });
  }
});

test('the events of an old DAT are in the order of its versions, with all known times', () => {
  const [first, second] = dat.editions;
  const owners = [
    { uid: 'ana', since: 10 },
    { uid: 'bo', since: 20 },
    { uid: 'cy', since: 25 },
  ];
  const resold = { ...first!, ownerUid: 'cy', askPriceCents: 9_000, wasSold: true, owners };
  const withdrawn = { ...second!, askPriceCents: null };
  const dearer = { ...second!, number: 3, askPriceCents: 5_000, owners: [] };
  const events = openingEvents({ ...dat, editions: [resold, withdrawn, dearer] }, {});
  const summaries = events.map(({ kind, edition, at, version, fromUid, toUid, priceCents }) =>
    [kind, edition, at, version, fromUid, toUid, priceCents].join(' '),
  );
  expect(summaries).toEqual([
    'released  10 1  ana 4000',
    'sold 1 20 2 ana bo 4000',
    'sold 1 25 3 bo cy 4000',
    'listed 1 25 4 cy  9000',
    'unlisted 2 10 2 ana  ',
    'listed 3 0 1 ana  5000',
  ]);
});

test('a release without editions has no price, and one without owners no known time', () => {
  const [released, ...more] = openingEvents({ ...dat, editions: [] }, {});
  expect(released).toMatchObject({ kind: 'released', at: 0, priceCents: null });
  expect(more).toEqual([]);
  const unowned = { ...dat.editions[0]!, owners: [] };
  expect(openingEvents({ ...dat, editions: [unowned] }, {})).toMatchObject([{ at: 0 }]);
});

test('a sold edition that is not for sale gets no offer event', () => {
  const owners = [...dat.editions[0]!.owners, { uid: 'bo', since: 20 }];
  const kept = { ...dat.editions[0]!, askPriceCents: null, wasSold: true, owners };
  const events = openingEvents({ ...dat, editions: [kept] }, {});
  expect(events.map(({ kind }) => kind)).toEqual(['released', 'sold']);
});

test('the higher edition number comes first among events of one moment and version', () => {
  const of = (edition: number | null) => ({ at: 1, version: 1, edition });
  const inOrder = [of(3), of(2), of(null)];
  expect(newestEventsFirst(inOrder)).toEqual(inOrder);
  expect(newestEventsFirst([of(2), of(null), of(3)])).toEqual(inOrder);
  expect(newestEventsFirst([...inOrder].reverse())).toEqual(inOrder);
});

test('the public history has the newest lines, with usernames in place of user ids', () => {
  const history = [
    releasedEvent(dat, 10),
    soldEvent('blue', sold, 'ana', 20),
    takedownEvent(dat, 'taken-down', 'A claim', 30),
  ];
  const lines = historyLines(dat, history, (uid) => (uid === 'ana' ? 'anamusic' : ''));
  expect(lines).toEqual([
    {
      at: 30,
      kind: 'taken-down',
      edition: null,
      priceCents: null,
      from: null,
      to: null,
      reason: 'A claim',
    },
    { at: 20, kind: 'sold', edition: 1, priceCents: 4_000, from: 'anamusic', to: '' },
    { at: 10, kind: 'released', edition: null, priceCents: 4_000, from: null, to: 'anamusic' },
  ]);
  const many = Array.from({ length: shownLines + 1 }, (_, at) => soldEvent('blue', sold, 'x', at));
  const shown = historyLines(dat, many, () => '');
  expect([shown.length, shown[0]?.at, shown.at(-1)?.at]).toEqual([shownLines, shownLines, 1]);
});

test('[N-PPL-20] a withdrawn offer leaves no line, a withdrawn first sale leaves its withdrawal', () => {
  const edition = { ...dat.editions[0]!, ...sold, version: 4, wasSold: true };
  const history = [
    releasedEvent(dat, 10),
    soldEvent('blue', sold, 'ana', 20),
    offerEvent('blue', { ...sold, askPriceCents: 7_200, version: 3 }, 30),
    offerEvent('blue', { ...sold, askPriceCents: null, version: 4 }, 40),
    offerEvent('blue', { ...dat.editions[1]!, askPriceCents: null, version: 2 }, 50),
  ];
  const editions = [edition, { ...dat.editions[1]!, version: 2 }];
  const shown = historyLines({ editions }, history, () => '').map(({ kind, edition: number }) =>
    [kind, number].join(' '),
  );
  expect(shown).toEqual(['unlisted 2', 'sold 1', 'released ']);
});

test('a history lists each person it names once', () => {
  const history = [releasedEvent(dat, 10), soldEvent('blue', sold, 'ana', 20)];
  expect(listPeople(history)).toEqual(['ana', 'bo']);
});

test('a DAT stays taken down until it is restored; its offers stay', () => {
  const down = takedownEvent(dat, 'taken-down', 'A claim', 20);
  const restored = takedownEvent(dat, 'restored', 'Settled', 30);
  const history = [releasedEvent(dat, 10), down];
  expect(findTakedown(history)).toEqual({ at: 20, reason: 'A claim' });
  expect(replayHistory(history, [1]).get(1)).toEqual({ ownerUid: 'ana', askPriceCents: 4_000 });
  expect(findTakedown([...history, soldEvent('blue', sold, 'ana', 25)])).toBeDefined();
  expect(findTakedown([...history, restored])).toBeUndefined();
  expect(replayHistory([...history, restored], [1]).get(1)?.askPriceCents).toBe(4_000);
  expect(findTakedown([releasedEvent(dat, 10)])).toBeUndefined();
  const { reason: _, ...unsaid } = down;
  expect(findTakedown([unsaid])).toEqual({ at: 20, reason: '' });
});

test('an edition with only an offer in its history has no owner', () => {
  const listed = offerEvent('blue', { ...sold, askPriceCents: 7_200 }, 30);
  expect(replayHistory([listed], []).get(1)).toEqual({ ownerUid: '', askPriceCents: 7_200 });
});
