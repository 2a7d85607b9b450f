import { firestore } from '@datchain/functions/stores/firebase.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Fan, market } from './market.ts';
import type { releasing } from './releasing.ts';

export const members = (m: ReturnType<typeof market>, r: ReturnType<typeof releasing>) => ({
  async member() {
    const fan = await m.signUp({ hasDocument: false });
    const { uid, email } = fan;
    const made = await r.person({ uid, email, accountType: 'Fan', artistName: '' });
    await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid });
    return { ...made, ...fan };
  },

  /** Makes a call. @throws Error with the answer when it is refused */
  async must(name: string, input: object, { token }: Pick<Fan, 'token'>) {
    const { status, body } = await m.call(name, input, token);
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body.result;
  },
});
