import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore, type Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { connectToStack, type StackFacts } from './control.ts';

const facts = JSON.parse(process.env.DATCHAIN_STACK ?? '{}') as StackFacts;
const stack = connectToStack(facts);
const [app = initializeApp({ projectId: facts.projectId })] = getApps();
const database = getFirestore(app);

test('a new Firestore at the same address has every document, and the functions find it', async () => {
  const document = database.doc('users/renewed');
  await document.set({ id: 'renewed', nested: { list: [1, 'two', null] } });
  await stack.renewFirestore();
  const after = await document.get();
  expect(after.data()).toEqual({ id: 'renewed', nested: { list: [1, 'two', null] } });
  await document.update({ id: 'again' }, { lastUpdateTime: after.updateTime as Timestamp });
  await stack.runScheduled('sweepProjectionsJob');
});
