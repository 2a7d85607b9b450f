import { confirmEmailText } from '@datchain/shared/domain/confirmed-email.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { calls, findCallRow } from '@datchain/testing/server/every-call.ts';
import { codeIn, inbox } from '@datchain/testing/server/inbox.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { describe, expect, test } from 'vitest';
import { auth } from '../stores/firebase.ts';

const m = market();
const { fanWith } = collectors(m);

const asking = [
  'listDatChainTokens',
  'setEditionForSaleCF',
  'applyToRelease',
  'releaseDAT',
  'releaseDATFromSummary',
  'setPreview',
  'setRecordingFacts',
  'processPayout',
];

async function unconfirmed(fan: Fan): Promise<Fan> {
  await auth().updateUser(fan.uid, { emailVerified: false });
  return { ...fan, token: await m.logIn(fan) };
}

const identity = async (method: string, body: object): Promise<void> => {
  const path = `identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo`;
  const answer = await fetch(`${m.addresses.auth}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
};

async function confirm(fan: Fan): Promise<void> {
  const { body } = await m.call('sendConfirmation', { backTo: '/wallet' }, fan.token);
  expect(body.result).toEqual({ isConfirmed: false });
  await identity('update', { oobCode: codeIn((await inbox(m.addresses).of(fan.email)).at(-1)) });
}

const list = (fan: Fan) => m.call('listDatChainTokens', { blockId: '66', qty: 5 }, fan.token);

describe('an address that is not confirmed', () => {
  test.each(calls)(
    '[N-MON-12] has to be confirmed for %s if that sells, releases or cashes out',
    async (name) => {
      const { fan, input } = await findCallRow(name).prepare();
      const { token } = await unconfirmed(fan);
      const { status, body } = await m.call(name, input, token);
      if (!asking.includes(name)) {
        expect(status, JSON.stringify(body)).toBe(200);
        return;
      }
      expect([status, body.error]).toEqual([
        400,
        { status: 'FAILED_PRECONDITION', message: confirmEmailText },
      ]);
      await auth().updateUser(fan.uid, { emailVerified: true });
      const after = await m.call(name, input, await m.logIn(fan));
      expect(after.status, JSON.stringify(after.body)).toBe(200);
    },
  );

  test('[N-MON-12] is confirmed at once by the link in the e-mail, also for a token issued before', async () => {
    const fan = await unconfirmed(await fanWith(10));
    expect((await list(fan)).body.error.message).toBe(confirmEmailText);
    await confirm(fan);
    expect((await list(fan)).status).toBe(200);
    expect((await list({ ...fan, token: await m.logIn(fan) })).status).toBe(200);
  });

  test('[N-MON-12] cannot be used to sell once its account is deleted', async () => {
    const fan = await unconfirmed(await fanWith(10));
    await auth().deleteUser(fan.uid);
    expect((await list(fan)).status).not.toBe(200);
  });
});
