import { docs } from '@datchain/shared/contracts/paths.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { beforeEach, expect, test } from 'vitest';
import { readCanRelease } from './allow-list.ts';

const { projectId, addresses } = testStack();
const config = {
  apiKey: 'demo',
  projectId,
  databaseURL: addresses.database,
  local: { auth: addresses.auth, firestore: addresses.firestore, functions: addresses.functions },
};

const documents = `projects/${projectId}/databases/(default)/documents`;
const listUrl = `${addresses.firestore}/v1/${documents}/${docs.allowedUsers}`;
const asAdmin = { authorization: 'Bearer owner', 'content-type': 'application/json' };

async function store(uids: readonly string[]): Promise<void> {
  const values = uids.map((stringValue) => ({ stringValue }));
  const body = JSON.stringify({ fields: { users: { arrayValue: { values } } } });
  const response = await fetch(listUrl, { method: 'PATCH', headers: asAdmin, body });
  expect(response.status).toBe(200);
}

async function aUser(): Promise<{ uid: string; token: string }> {
  const url = `${addresses.auth}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ returnSecureToken: true }),
  });
  const { localId, idToken } = await response.json();
  return { uid: localId, token: idToken };
}

beforeEach(async () => {
  const body = JSON.stringify({ writes: [{ delete: `${documents}/${docs.allowedUsers}` }] });
  const url = `${addresses.firestore}/v1/${documents}:commit`;
  const response = await fetch(url, { method: 'POST', headers: asAdmin, body });
  expect(response.status).toBe(200);
});

test('[R-SES-01] a listed user may release, another may not', async () => {
  const operator = await aUser();
  const fan = await aUser();
  await store(['someone-else', operator.uid]);
  expect(await readCanRelease(config, operator.uid, operator.token)).toBe(true);
  expect(await readCanRelease(config, fan.uid, fan.token)).toBe(false);
});

test('[R-SES-01] a list that is empty, or that a new shop does not have yet, allows no one', async () => {
  const fan = await aUser();
  expect(await readCanRelease(config, fan.uid, fan.token)).toBe(false);
  await store([]);
  expect(await readCanRelease(config, fan.uid, fan.token)).toBe(false);
});

test('[R-SES-05] a list that cannot be read is an error, not a permission', async () => {
  const fan = await aUser();
  await store([fan.uid]);
  await expect(readCanRelease(config, fan.uid, 'forged')).rejects.toThrow('answered');
});
