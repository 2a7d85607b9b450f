import { describe, expect, test } from 'vitest';
import { parseSessionHint, serializeSessionHint } from './session-hint.ts';

const nobody = { signedIn: false, canRelease: false };

describe('the session hint', () => {
  test.each([nobody, { signedIn: true, canRelease: false }, { signedIn: true, canRelease: true }])(
    'comes back as it was left: %o',
    (hint) => {
      expect(parseSessionHint(serializeSessionHint(hint))).toEqual(hint);
    },
  );

  test.each([null, '', 'not json', 'null', '7', '[]', '{}', '{"signedIn":"yes"}'])(
    'counts as signed out when it is %j',
    (stored) => {
      expect(parseSessionHint(stored)).toEqual(nobody);
    },
  );

  test('never lets someone release who is not signed in', () => {
    expect(parseSessionHint('{"signedIn":false,"canRelease":true}')).toEqual(nobody);
  });
});
