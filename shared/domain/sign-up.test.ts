import { expect, test } from 'vitest';
import { checkSignUp } from './sign-up.ts';

const form = { email: 'fan@dats.test', password: 'secret', username: 'fan' };

test.each([
  [{}, undefined],
  [{ email: '' }, 'Please fill in all mandatory fields.'],
  [{ password: '' }, 'Please fill in all mandatory fields.'],
  [{ username: '' }, 'Please fill in all mandatory fields.'],
  [{ email: 'fan' }, 'Invalid email format.'],
  [{ email: 'fan@dats' }, 'Invalid email format.'],
  [{ email: 'fan @dats.test' }, 'Invalid email format.'],
  [{ email: 'fan@dats.test, ana@dats.test' }, 'Invalid email format.'],
  [{ username: '_A.b-9' }, undefined],
  [{ username: 'a'.repeat(50) }, undefined],
])('a form with %j gives the message: %s', (change, message) => {
  expect(checkSignUp({ ...form, ...change })?.message).toBe(message);
});

test.each(['.', '..', '-a', 'a b', 'a/b', 'Ädam', 'a'.repeat(51)])(
  '%j cannot be a username',
  (username) => {
    const message =
      'Usernames can have letters from A to Z, digits and, after the first character, . _ -';
    expect(checkSignUp({ ...form, username })).toEqual({
      message,
      fields: ['username'],
      others: { username: message },
    });
  },
);

test('a form with empty fields names them', () => {
  expect(checkSignUp({ email: '', password: 'x', username: '' })?.fields).toEqual([
    'email',
    'username',
  ]);
});

test('all wrong fields are named at once, malformed ones with their own sentence', () => {
  expect(checkSignUp({ email: 'fan', password: '', username: '-a' })).toMatchObject({
    message: 'Please fill in all mandatory fields.',
    fields: ['email', 'password', 'username'],
    others: { email: 'Invalid email format.', username: expect.stringMatching(/^Usernames can/) },
  });
});

test('[R-REL-15] a short password is flagged beside a wrong username; alone it is left to the provider', () => {
  expect(checkSignUp({ ...form, password: 'short', username: '-a' })).toMatchObject({
    fields: ['password', 'username'],
    others: { password: 'Use at least 6 characters.', username: expect.any(String) },
  });
  expect(checkSignUp({ ...form, password: 'short' })).toBeUndefined();
});
