import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
} from '@firebase/rules-unit-testing';
import { expect, test } from 'vitest';
import { startStorage } from './server.ts';

test('the official tool for testing rules works against it', async () => {
  const server = await startStorage({ port: 0, projectId: 'demo-dats' });
  const { port } = server;
  const load = (rules: string) =>
    initializeTestEnvironment({
      projectId: 'demo-dats',
      storage: { host: '127.0.0.1', port, rules },
    });
  const environment = await load(`rules_version = '2';
    service firebase.storage {
      match /b/{bucket}/o/{uid} {
        allow read: if uid == request.auth.uid && request.auth.token.artist == true;
      }
    }`);
  await environment.withSecurityRulesDisabled(async (context) => {
    await context.storage().ref('ann').putString('hello');
  });
  const asArtist = environment.authenticatedContext('ann', { artist: true }).storage();
  const metadata = await assertSucceeds(asArtist.ref('ann').getMetadata());
  expect(metadata.size).toBe(5);
  await assertFails(environment.authenticatedContext('ann').storage().ref('ann').getMetadata());
  await assertFails(environment.unauthenticatedContext().storage().ref('ann').getMetadata());
  await environment.clearStorage();
  await expect(asArtist.ref('ann').getMetadata()).rejects.toMatchObject({
    code: 'storage/object-not-found',
  });
  await expect(load('service firebase.storage {}')).rejects.toThrow(/Line 1, column 1: Expected/);
  await environment.cleanup();
  await server.close();
});
