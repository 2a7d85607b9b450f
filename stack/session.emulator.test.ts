import { BUCKET, PROJECT_ID } from '@datchain/firebase-emulators/storage/testing/clients.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { recordingType } from '@datchain/shared/domain/recording/read-recording.ts';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAuth,
  signOut,
} from 'firebase/auth';
import {
  connectStorageEmulator,
  getDownloadURL,
  getStorage,
  ref,
  uploadBytes,
  uploadBytesResumable,
} from 'firebase/storage';
import {
  deleteApp as deleteAdminApp,
  initializeApp as initializeAdminApp,
} from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage as getAdminStorage } from 'firebase-admin/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStack } from './testing/stack.ts';

let app: FirebaseApp;
const admin = initializeAdminApp(
  { projectId: PROJECT_ID, storageBucket: BUCKET },
  'storage-session',
);
const flac = Buffer.concat([Buffer.from('fLaC\0\0\0\x22'), Buffer.alloc(300_000)]);

beforeAll(() => {
  const { addresses } = testStack();
  const options = { projectId: PROJECT_ID, apiKey: 'demo', storageBucket: BUCKET };
  app = initializeApp(options, 'storage-session');
  connectAuthEmulator(getAuth(app), addresses.auth, { disableWarnings: true });
  connectStorageEmulator(getStorage(app), '127.0.0.1', Number(new URL(addresses.storage).port));
});

afterAll(async () => {
  await deleteApp(app);
  await deleteAdminApp(admin);
});

test('someone on the allow-list uploads audio, the server looks at its first bytes, a stranger may do neither', async () => {
  const auth = getAuth(app);
  const address = `uploader-${crypto.randomUUID()}@dats.test`;
  const { user } = await createUserWithEmailAndPassword(auth, address, 'demo-password');
  const song = ref(getStorage(app), `dat_audio/${crypto.randomUUID()}_song.flac`);
  const upload = () =>
    uploadBytesResumable(song, flac, {
      contentType: 'audio/flac',
      customMetadata: { uploader: user.uid },
    });
  await expect(upload()).rejects.toMatchObject({ code: 'storage/unauthorized' });

  const allowList = getFirestore(admin).doc(docs.allowedUsers);
  const before = await allowList.get();
  await allowList.set({ users: [...(before.get('users') ?? []), user.uid] });
  await upload();
  const url = await getDownloadURL(song);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(flac);

  const file = getAdminStorage(admin).bucket().file(song.fullPath);
  const head: Buffer[] = [];
  for await (const piece of file.createReadStream({ start: 0, end: 99 })) head.push(piece);
  const bytes = async (from: number, count: number) =>
    Buffer.concat(head).subarray(from, from + count);
  expect(await recordingType({ size: 100, bytes })).toBe('audio/flac');
  expect((await file.getMetadata())[0].metadata).toMatchObject({ uploader: user.uid });

  await signOut(auth);
  await expect(getDownloadURL(song)).rejects.toMatchObject({ code: 'storage/unauthorized' });
  const picture = ref(getStorage(app), `profile_pictures/${user.uid}`);
  await expect(uploadBytes(picture, flac, { contentType: 'image/png' })).rejects.toMatchObject({
    code: 'storage/unauthorized',
  });
  if (before.exists) await allowList.set(before.data() ?? {});
  else await allowList.delete();
});
