import { expect, test } from 'vitest';
import { liveText } from './live-text.ts';

const heardAt = Date.UTC(2026, 10, 20, 10, 42, 7);
const state = (changes: object) => ({ values: {}, connected: true, heardAt, ...changes });

test.each([
  ['before the first word', undefined, heardAt, ''],
  ['live', state({}), heardAt + 5000, 'Live, 10:42:07 UTC'],
  [
    'cut off a moment ago',
    state({ connected: false }),
    heardAt + 5000,
    'Reconnecting, 10:42:07 UTC',
  ],
  [
    'cut off for long',
    state({ connected: false }),
    heardAt + 91_000,
    'Not live since 10:42:07 UTC',
  ],
  ['silent although connected', state({}), heardAt + 91_000, 'Not live since 10:42:07 UTC'],
  ['never reached', state({ connected: false, heardAt: undefined }), 0, 'Not live'],
])('the line says how current the figures are: %s', (_what, feed, now, text) => {
  expect(liveText(feed, now)).toBe(text);
});
