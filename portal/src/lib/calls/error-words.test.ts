import { CallError } from '@datchain/shared/domain/call-wire.ts';
import { expect, test } from 'vitest';
import { describeError, findErrorFields, providerMessage } from './error-words.ts';

const firebase = (code: string) =>
  Object.assign(new Error(`Firebase: Some words. (${code}).`), { name: 'FirebaseError', code });
const otherwise = 'Try again.';

test.each([
  [firebase('auth/weak-password'), 'Use at least 6 characters.'],
  [firebase('auth/some-new-code'), otherwise],
  [firebase('storage/some-new-code'), otherwise],
  [new TypeError('Failed to fetch dynamically imported module: /a.js'), otherwise],
  [new DOMException('The transaction was aborted.', 'AbortError'), otherwise],
  [new CallError('aborted', 'The price has changed.'), 'The price has changed.'],
  [new CallError('internal', 'internal'), otherwise],
  [new Error('Username already taken'), 'Username already taken'],
  ['nothing that is an error', otherwise],
])('[N-EXP-09] the error %s is shown as %j', (error, shown) => {
  expect(describeError(error, otherwise)).toBe(shown);
});

test('[N-EXP-09] the provider’s own words show where a rule requires them, a library’s never', () => {
  const words = 'Firebase: Some words. (auth/wrong-password).';
  expect(providerMessage(firebase('auth/wrong-password'), otherwise)).toBe(words);
  expect(providerMessage(new TypeError('x is undefined'), otherwise)).toBe(otherwise);
  expect(providerMessage(firebase('auth/internal-error'), otherwise)).toBe(otherwise);
});

test.each([
  ['auth/email-already-in-use', ['email']],
  ['auth/invalid-email', ['email']],
  ['auth/weak-password', ['password']],
  ['auth/password-does-not-meet-requirements', ['password']],
  ['auth/too-many-requests', []],
])('the error %s belongs to the fields %j', (code, fields) => {
  expect(findErrorFields(firebase(code))).toEqual(fields);
});
