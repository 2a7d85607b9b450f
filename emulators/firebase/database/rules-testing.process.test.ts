import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
} from '@firebase/rules-unit-testing';
import { expect, test } from 'vitest';
import { startDatabase } from './server.ts';

test('the official tool for testing rules works against it', async () => {
  const server = await startDatabase({ port: 0, projectId: 'demo-dats' });
  const environment = await initializeTestEnvironment({
    projectId: 'demo-dats',
    database: {
      host: '127.0.0.1',
      port: server.port,
      rules:
        '{"rules": {"mine": {"$uid": {".read": "$uid == auth.uid && auth.token.artist == true"}}}}',
    },
  });
  await environment.withSecurityRulesDisabled(async (context) => {
    await context.database().ref('mine/ann').set('hello');
  });
  const asArtist = environment.authenticatedContext('ann', { artist: true }).database();
  expect((await assertSucceeds(asArtist.ref('mine/ann').get())).val()).toBe('hello');
  await assertFails(environment.authenticatedContext('ann').database().ref('mine/ann').get());
  await assertFails(environment.unauthenticatedContext().database().ref('mine/ann').get());
  await environment.clearDatabase();
  expect((await asArtist.ref('mine/ann').get()).val()).toBeNull();
  await environment.cleanup();
  await server.close();
});
