import { auth, firestore } from '@datchain/functions/stores/firebase.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { sweep } from '@datchain/testing/pure/scale.ts';
import { market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { runOften, runScript } from '@datchain/testing/server/run-script.ts';
import { describe, expect, test } from 'vitest';

const m = market();
const r = releasing(m);

const run = (...parameters: string[]) => runOften('allow-list', parameters);
const listed = async (): Promise<string[]> =>
  (await firestore().doc(docs.allowedUsers).get()).get('users') ?? [];

const refusalOf = async (token: string): Promise<string> =>
  (await m.call('releaseDATFromSummary', { contentId: 'none' }, token)).body.error?.message;

describe('the release list from the command line', { timeout: 180_000 }, () => {
  test('an account is put on the list by its address, may release, and is taken off it', async () => {
    const { uid, token } = await m.signUp();
    const { email = '' } = await auth().getUser(uid);
    const notAllowed = 'This account is not on the release list.';

    expect(await refusalOf(token)).toBe(notAllowed);
    const dry = await run('add', email, '--dry-run');
    expect(dry).toMatchObject({ code: 0, output: `Would be put on the list: ${uid}  ${email}\n` });
    expect(await listed()).not.toContain(uid);

    expect((await run('add', email)).output).toBe(`Was put on the list: ${uid}  ${email}\n`);
    expect(await listed()).toContain(uid);
    expect(await refusalOf(token)).toBe('Release not found.');
    const list = await runScript('allow-list', ['list']);
    expect(list.output).toContain(`${uid}  ${email}\n`);
    expect((await run('add', uid)).output).toContain('is on the list already');

    expect((await run('remove', uid)).output).toContain('Was taken off the list');
    expect(await listed()).not.toContain(uid);
    expect(await refusalOf(token)).toBe(notAllowed);
    expect((await run('remove', email)).output).toContain('is not on the list');
  });

  test('other accounts stay on the list, even when two commands change it at once', async () => {
    const [kept, first, second] = await Promise.all([r.operator(), m.signUp(), m.signUp()]);
    const runs = await Promise.all([run('add', first.uid), run('add', second.uid)]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(await listed()).toEqual(expect.arrayContaining([kept.uid, first.uid, second.uid]));
    await Promise.all([run('remove', first.uid), run('remove', second.uid)]);
    expect(await listed()).toContain(kept.uid);
  });

  test('a deleted account is marked as such and can still be removed', async () => {
    const gone = await r.operator();
    await auth().deleteUser(gone.uid);
    expect((await run('list')).output).toContain(`${gone.uid}  (no account)`);
    expect((await run('remove', gone.uid)).output).toContain('Was taken off the list');
  });

  type Refused = [parameters: string[], sentence: string];
  const worst: Refused[] = [[['add', 'nobody@dats.test'], 'There is no account nobody@dats.test.']];
  const others: Refused[] = [
    [[], 'npm run allow-list -- list'],
    [['list', 'somebody'], 'npm run allow-list -- list'],
    [['add'], 'Name an account by its e-mail address or uid.'],
    [['remove', 'not an @ddress'], 'There is no account not an @ddress.'],
    [['add', 'no-such-uid'], 'There is no account no-such-uid.'],
  ];
  test.each(sweep(worst, others))(
    'the command with %j is refused with a sentence',
    async (parameters, sentence) => {
      const { code, output } = await run(...parameters);
      expect(output).toContain(sentence);
      expect(output).not.toContain('    at ');
      expect(code).toBe(1);
    },
  );
});
