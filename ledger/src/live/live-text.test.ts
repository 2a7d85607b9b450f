import { expect, test } from 'vitest';
import { liveText } from './live-text.ts';

const heardAt = Date.UTC(2026, 10, 20, 10, 42, 7);
const state = (changes: object) => ({ values: {}, connected: true, heardAt, ...changes });

test.each([
  ['before the first word', undefined, heardAt, 'As of 20 Nov 2026, 10:42 UTC'],
  ['live', state({}), heardAt + 5000, 'Live, 10:42:07 UTC'],
  [
    'cut off a moment ago',
    state({ connected: false }),
    heardAt + 5000,
    'Reconnecting, last heard 10:42:07 UTC',
  ],
  [
    'cut off for long',
    state({ connected: false }),
    heardAt + 91_000,
    'Not live since 10:42:07 UTC',
  ],
  ['silent although connected', state({}), heardAt + 91_000, 'Not live since 10:42:07 UTC'],
  [
    'never reached',
    state({ connected: false, heardAt: undefined }),
    0,
    'As of 20 Nov 2026, 10:42 UTC, not live',
  ],
])('the line says how current the figures are: %s', (_what, feed, now, text) => {
  expect(liveText(feed, now, heardAt)).toBe(text);
});

test('without data and without a word there is nothing to say', () => {
  expect(liveText(undefined, 0, undefined)).toBe('');
});
