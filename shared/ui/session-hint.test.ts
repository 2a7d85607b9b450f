import { describe, expect, test } from 'vitest';
import { parseSessionHint, serializeSessionHint } from './session-hint.ts';

const nobody = { signedIn: false, canRelease: false, isOperator: false };

describe('the session hint', () => {
  test.each([
    nobody,
    { ...nobody, signedIn: true },
    { ...nobody, signedIn: true, canRelease: true },
    { ...nobody, signedIn: true, isOperator: true },
  ])('comes back as it was left: %o', (hint) => {
    expect(parseSessionHint(serializeSessionHint(hint))).toEqual(hint);
  });

  test.each([null, '', 'not json', 'null', '7', '[]', '{}', '{"signedIn":"yes"}'])(
    'counts as signed out when it is %j',
    (stored) => {
      expect(parseSessionHint(stored)).toEqual(nobody);
    },
  );

  test('never lets someone release or decide who is not signed in', () => {
    const hint = '{"signedIn":false,"canRelease":true,"isOperator":true}';
    expect(parseSessionHint(hint)).toEqual(nobody);
  });
});
