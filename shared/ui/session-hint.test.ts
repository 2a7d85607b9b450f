import { describe, expect, test } from 'vitest';
import { parseSessionHint, serializeSessionHint } from './session-hint.ts';

const nobody = { signedIn: false, canRelease: false, isOperator: false };

describe('the session hint', () => {
  test.each([
    nobody,
    { ...nobody, signedIn: true },
    { ...nobody, signedIn: true, canRelease: true },
    { ...nobody, signedIn: true, isOperator: true },
  ])('is read as it was stored: %o', (hint) => {
    expect(parseSessionHint(serializeSessionHint(hint))).toEqual(hint);
  });

  test.each([null, '', 'not json', 'null', '7', '[]', '{}', '{"signedIn":"yes"}'])(
    'counts as signed out when it is %j',
    (stored) => {
      expect(parseSessionHint(stored)).toEqual(nobody);
    },
  );

  test('never lets a signed-out user release or decide', () => {
    const hint = '{"signedIn":false,"canRelease":true,"isOperator":true}';
    expect(parseSessionHint(hint)).toEqual(nobody);
  });
});
