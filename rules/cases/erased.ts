import { docs } from '@datchain/shared/contracts/paths.ts';
import { assertFails, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { arrayUnion, doc, type Firestore, updateDoc } from 'firebase/firestore';
import { beforeAll, beforeEach, describe, it } from 'vitest';
import { fixedUserIds, freshWorld, write } from '../testing/firestore-world.ts';
import { connectAs } from '../testing/roles.ts';
import { acceptedSignups, newcomerUid, signUp } from './signup.ts';
import { firestoreTable, verbs } from './table.ts';
import { attempts } from './who-may-what.ts';

export function describeErased(env: () => RulesTestEnvironment): void {
  const owner = () => connectAs(env(), 'owner').firestore() as unknown as Firestore;
  const written = verbs.filter((verb) => verb !== 'get' && verb !== 'list');

  describe.each([docs.erased('owner'), docs.closure('owner')])('with %s', (mark) => {
    beforeAll(async () => {
      await freshWorld(env());
      await write(env(), { [mark]: { at: 1, works: 0 } });
    });

    it.each(firestoreTable)('[N-PPL-15] writes nothing at $path', async (row) => {
      for (const verb of written) await assertFails(attempts[verb](owner(), row));
    });

    it.each(fixedUserIds)('[N-PPL-15] cannot follow %s', (uid) =>
      assertFails(updateDoc(doc(owner(), docs.user(uid)), { followers: arrayUnion('owner') })),
    );
  });

  describe.each([docs.erased(newcomerUid), docs.closure(newcomerUid)])(
    'a signup with %s',
    (mark) => {
      beforeEach(async () => {
        await freshWorld(env());
        await write(env(), { [mark]: { at: 1, works: 0 } });
      });

      it.each(Object.entries(acceptedSignups))(
        '[N-PPL-15] does not begin again as %s',
        (_what, how) => assertFails(signUp(env(), how)),
      );
    },
  );
}
