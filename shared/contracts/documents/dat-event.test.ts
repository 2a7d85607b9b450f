import { expect, test } from 'vitest';
import { offerEvent, releasedEvent, soldEvent } from '../../domain/dat-events.ts';
import { readDatEvent } from './dat-event.ts';

const edition = { number: 7, ownerUid: 'bo', priceCents: 4_000, askPriceCents: null, version: 3 };
const dat = { id: 'blue', creatorUid: 'ana', editions: [] };

test.each([
  ['a sale', soldEvent('blue', edition, 'ana', 20)],
  ['the end of an offer', offerEvent('blue', edition, 30)],
  ['the release of a DAT without editions', releasedEvent(dat, 10)],
])('%s reads back exactly as it was written', (_what, event) => {
  expect(readDatEvent({ ...event })).toEqual(event);
});

test.each([
  ['no content', null],
  ['no DAT', { at: 1, kind: 'sold' }],
  ['no time', { datId: 'blue', kind: 'sold' }],
  ['an unknown kind', { datId: 'blue', at: 1, kind: 'burnt' }],
])('a stored event with %s is ignored', (_what, stored) => {
  expect(readDatEvent(stored)).toBeUndefined();
});
