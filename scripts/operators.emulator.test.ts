import { market } from '@datchain/testing/server/market.ts';
import { runOften } from '@datchain/testing/server/run-script.ts';
import { expect, test } from 'vitest';

const m = market();

test('[N-PPL-10] operators are added, listed and removed from the command line', async () => {
  const { uid, email, token } = await m.signUp();
  const status = async () => (await m.call('getOperatorDesk', {}, token)).status;
  expect(await status()).toBe(403);
  expect((await runOften('operators', ['list'])).output).not.toContain(uid);
  expect(await runOften('operators', ['add', email])).toEqual({
    code: 0,
    output: `Was put on the list: ${uid}  ${email}\n`,
  });
  expect(await status()).toBe(200);
  expect((await runOften('operators', ['list'])).output).toBe(`${uid}  ${email}\n`);
  expect((await runOften('operators', ['remove', uid])).output).toContain('Was taken off the list');
  expect(await status()).toBe(403);
  expect((await runOften('operators', ['list'])).output).toBe('There are no operators.\n');
});
