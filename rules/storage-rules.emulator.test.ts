import { readFileSync } from 'node:fs';
import type { StorageServer } from '@datchain/firebase-emulators/storage/server.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type ReleaseFileKind, releaseFiles } from '@datchain/shared/domain/release-files.ts';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/app';
import { deleteDoc, doc, type Firestore, setDoc } from 'firebase/firestore';
import {
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getDownloadURL,
  getMetadata,
  listAll,
  ref,
  type UploadMetadata,
  updateMetadata,
  uploadBytes,
} from 'firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Emulator, firestoreEmulator } from './testing/firestore-emulator.ts';
import { uploadLarge } from './testing/large-upload.ts';
import { connectAs, type Role, roleName, roles } from './testing/roles.ts';
import { storageEmulator } from './testing/storage-emulator.ts';

const rules = readFileSync(new URL('./storage.rules', import.meta.url), 'utf8');
const projectId = 'demo-rules-storage';

let firestore: Emulator;
let storage: StorageServer;
let env: RulesTestEnvironment;

beforeAll(async () => {
  setLogLevel('silent');
  firestore = await firestoreEmulator(projectId);
  storage = await storageEmulator(projectId, firestore);
  const at = ({ port }: { port: number }) => ({ host: '127.0.0.1', port });
  env = await initializeTestEnvironment({
    projectId,
    firestore: at(firestore),
    storage: { ...at(storage), rules },
  });
});

afterAll(async () => {
  await env?.cleanup();
  await storage?.close();
  await firestore?.stop();
});

beforeEach(() => letRelease(['operator']));

const erase = (uid: string, isErased: boolean) =>
  env.withSecurityRulesDisabled((server) => {
    const mark = doc(server.firestore() as unknown as Firestore, docs.erased(uid));
    return isErased ? setDoc(mark, { at: 1, works: 0 }) : deleteDoc(mark);
  });

const letRelease = (users: readonly string[]) =>
  env.withSecurityRulesDisabled((server) =>
    setDoc(doc(server.firestore() as unknown as Firestore, docs.allowedUsers), { users }),
  );

const uidOf: Readonly<Record<Exclude<Role, 'visitor'>, string>> = {
  stranger: 'stranger',
  owner: 'owner',
  allowListed: 'operator',
  withoutEmail: 'anonymous',
};

const as = (role: Role) => connectAs(env, role).storage() as unknown as FirebaseStorage;
const png: UploadMetadata = { contentType: 'image/png' };
const flac: UploadMetadata = { contentType: 'audio/flac' };
const byUploader = (metadata: UploadMetadata, uploader: string): UploadMetadata => ({
  ...metadata,
  customMetadata: { uploader },
});

const upload = (role: Role, path: string, metadata: UploadMetadata, size = 4) =>
  uploadBytes(ref(as(role), path), new Uint8Array(size), metadata);

const put = (path: string, metadata: UploadMetadata) =>
  env.withSecurityRulesDisabled(async (server) => {
    const place = ref(server.storage() as unknown as FirebaseStorage, path);
    await uploadBytes(place, new Uint8Array(4), metadata);
  });

let files = 0;
function fresh(folder: string): string {
  files += 1;
  return `${folder}/${files}_file`;
}

const allowed = (may: boolean, work: Promise<unknown>) =>
  may ? assertSucceeds(work) : assertFails(work);

describe('profile pictures', () => {
  const path = 'profile_pictures/owner';

  it.each(roles)('are shown to everybody, and written by their owner only: %s', async (role) => {
    const isOwner = role === 'owner';
    await put(path, png);
    await assertSucceeds(getDownloadURL(ref(as(role), path)));
    await allowed(isOwner, upload(role, path, png));
    await allowed(isOwner, updateMetadata(ref(as(role), path), { cacheControl: 'no-store' }));
    await allowed(isOwner, deleteObject(ref(as(role), path)));
    await allowed(isOwner, upload(role, path, png));
  });

  it('cannot be given another type afterwards', () =>
    assertFails(
      put(path, png).then(() =>
        updateMetadata(ref(as('owner'), path), { contentType: 'text/html' }),
      ),
    ));

  it('have one path for each user', async () => {
    await assertFails(upload('owner', 'profile_pictures/owner/second', png));
    await assertFails(upload('owner', 'profile_pictures', png));
  });
});

describe('the token of an erased account', () => {
  beforeAll(() => Promise.all([erase('owner', true), erase('operator', true)]));
  afterAll(() => Promise.all([erase('owner', false), erase('operator', false)]));

  it('[N-PPL-15] brings back no picture, and changes none', async () => {
    const path = 'profile_pictures/owner';
    await assertFails(upload('owner', path, png));
    await put(path, png);
    await assertFails(upload('owner', path, png));
    await assertFails(updateMetadata(ref(as('owner'), path), { cacheControl: 'no-store' }));
    await assertSucceeds(upload('stranger', 'profile_pictures/stranger', png));
  });

  it('[N-PPL-15] changes no picture while its account is closing either', async () => {
    const close = (isClosing: boolean) =>
      env.withSecurityRulesDisabled((server) => {
        const closure = doc(server.firestore() as unknown as Firestore, docs.closure('stranger'));
        return isClosing ? setDoc(closure, { at: 1 }) : deleteDoc(closure);
      });
    await close(true);
    await assertFails(upload('stranger', 'profile_pictures/stranger', png));
    await close(false);
    await assertSucceeds(upload('stranger', 'profile_pictures/stranger', png));
  });

  it.each([
    ['dat_artwork', png],
    ['dat_audio', flac],
  ])(
    '[N-PPL-15] uploads nothing to %s, not even one on the allow-list',
    async (folder, metadata) => {
      await letRelease(['operator', 'owner']);
      await assertFails(upload('allowListed', fresh(folder), byUploader(metadata, 'operator')));
      await erase('operator', false);
      await assertSucceeds(upload('allowListed', fresh(folder), byUploader(metadata, 'operator')));
      await erase('operator', true);
    },
  );
});

describe('previews', () => {
  const path = 'previews/dat-1-01234567.mp3';
  const mp3: UploadMetadata = { contentType: 'audio/mpeg' };

  it.each(roles)(
    '[N-SND-01] are heard by everybody, and written by the server only: %s',
    async (role) => {
      await put(path, mp3);
      await assertSucceeds(getMetadata(ref(as(role), path)));
      await assertFails(upload(role, path, byUploader(mp3, 'owner')));
      await assertFails(upload(role, fresh('previews'), byUploader(mp3, 'owner')));
      await assertFails(updateMetadata(ref(as(role), path), { cacheControl: 'no-store' }));
      await assertFails(deleteObject(ref(as(role), path)));
      await assertFails(listAll(ref(as(role), 'previews')));
      await assertFails(listAll(ref(as(role), path)));
    },
  );
});

describe('whole songs', () => {
  const path = 'full/dat-1-01234567.mp3';
  const mp3: UploadMetadata = { contentType: 'audio/mpeg' };

  it.each(roles)(
    '[N-SND-07] are open to nobody, not even to a user named as their uploader: %s',
    async (role) => {
      const uid = role === 'visitor' ? 'visitor' : uidOf[role];
      await put(path, byUploader(mp3, uid));
      await assertFails(getMetadata(ref(as(role), path)));
      await assertFails(getDownloadURL(ref(as(role), path)));
      await assertFails(getBytes(ref(as(role), path)));
      await assertFails(upload(role, path, byUploader(mp3, uid)));
      await assertFails(upload(role, fresh('full'), byUploader(mp3, uid)));
      await assertFails(updateMetadata(ref(as(role), path), { cacheControl: 'no-store' }));
      await assertFails(deleteObject(ref(as(role), path)));
      await assertFails(listAll(ref(as(role), 'full')));
    },
  );
});

describe.each([
  { folder: 'dat_artwork', metadata: png },
  { folder: 'dat_audio', metadata: flac },
])('$folder', ({ folder, metadata }) => {
  it.each(
    roles.map((role) => ({
      role,
      title: `${roleName[role]} ${role === 'allowListed' ? 'uploads' : 'may not upload'}`,
    })),
  )('[M-44] [M-45] $title', async ({ role }) => {
    const uid = role === 'visitor' ? 'visitor' : uidOf[role];
    const work = upload(role, fresh(folder), byUploader(metadata, uid));
    await allowed(role === 'allowListed', work);
  });

  it('gives the uploader the download URL, and no one else', async () => {
    const path = fresh(folder);
    await put(path, byUploader(metadata, 'operator'));
    for (const role of roles) {
      await allowed(role === 'allowListed', getDownloadURL(ref(as(role), path)));
    }
  });

  it('keeps an uploaded file unchanged', async () => {
    const path = fresh(folder);
    const signed = byUploader(metadata, 'operator');
    await assertSucceeds(upload('allowListed', path, signed));
    const place = ref(as('allowListed'), path);
    await assertFails(upload('allowListed', path, signed));
    await assertFails(updateMetadata(place, { contentType: 'text/html' }));
    await assertFails(deleteObject(place));
    expect((await getMetadata(place)).generation).toBeDefined();
  });

  it('refuses a file that names nobody or somebody else as its uploader', async () => {
    await assertFails(upload('allowListed', fresh(folder), metadata));
    await assertFails(upload('allowListed', fresh(folder), byUploader(metadata, 'owner')));
    await assertFails(upload('allowListed', fresh(folder), byUploader(metadata, '')));
  });

  it('shows nobody a file that names no uploader', async () => {
    const path = fresh(folder);
    await put(path, metadata);
    for (const role of roles) await assertFails(getMetadata(ref(as(role), path)));
  });

  it('[M-44] accepts files only from users on the current allow-list', async () => {
    await letRelease(['owner']);
    await assertFails(upload('allowListed', fresh(folder), byUploader(metadata, 'operator')));
    await assertSucceeds(upload('owner', fresh(folder), byUploader(metadata, 'owner')));
    await env.clearFirestore();
    await assertFails(upload('owner', fresh(folder), byUploader(metadata, 'owner')));
  });

  it('has no subfolders', () =>
    assertFails(upload('allowListed', `${folder}/a/b`, byUploader(metadata, 'operator'))));
});

interface Kind {
  readonly kind: ReleaseFileKind;
  readonly role: Role;
  readonly folder: string;
}

const kinds: readonly Kind[] = [
  { kind: 'artwork', role: 'allowListed', folder: 'dat_artwork' },
  { kind: 'audio', role: 'allowListed', folder: 'dat_audio' },
  { kind: 'profileImage', role: 'owner', folder: 'profile_pictures' },
];

// The portal checks shared/domain/release-files.ts before an upload; these rules must agree.
describe.each(kinds)(
  'types and sizes of $kind are those of the portal',
  ({ kind, role, folder }) => {
    const { types, maxBytes } = releaseFiles[kind];
    const place = () => (kind === 'profileImage' ? `${folder}/owner` : fresh(folder));
    const tryUpload = (contentType: string, size = 4) =>
      upload(role, place(), byUploader({ contentType }, 'operator'), size);

    it.each([...types])('include %s', async (type) => {
      await assertSucceeds(tryUpload(type));
    });

    it.each([
      'image/svg+xml',
      'image/gif',
      'image/png; charset=utf-8',
      'IMAGE/PNG',
      'text/html',
      'application/octet-stream',
      'audio/mpeg',
      'audio',
      ' ',
      ...Object.values(releaseFiles)
        .flatMap((other) => other.types)
        .filter((type, at, all) => !types.includes(type) && all.indexOf(type) === at),
    ])('exclude %s', (type) => assertFails(tryUpload(type)));

    it('allow files up to the limit, not one byte more, and never an empty file', async () => {
      const contentType = types[0]!;
      const { port } = storage;
      const uid = kind === 'profileImage' ? 'owner' : 'operator';
      const asked = { port, bucket: projectId, uid, uploader: uid, contentType };
      expect(await uploadLarge({ ...asked, name: place(), size: maxBytes })).toBe(200);
      expect(await uploadLarge({ ...asked, name: place(), size: maxBytes + 1 })).toBe(403);
      await assertFails(tryUpload(contentType, 0));
      await assertSucceeds(tryUpload(contentType, 1));
    });
  },
);

describe('everything else', () => {
  it.each(roles)('[M-45] is closed: %s', async (role) => {
    for (const path of ['file', 'other/file', 'dat_artworks/file', 'users/owner/file']) {
      await put(path, byUploader(png, 'operator'));
      await assertFails(getMetadata(ref(as(role), path)));
      await assertFails(upload(role, path, byUploader(png, 'operator')));
      await assertFails(deleteObject(ref(as(role), path)));
    }
  });

  it.each(roles)('is not listed, nor is any folder: %s', async (role) => {
    for (const path of [
      '',
      'profile_pictures',
      'profile_pictures/owner',
      'dat_artwork',
      'dat_audio',
    ]) {
      await assertFails(listAll(ref(as(role), path)));
    }
  });
});

// Last, because it judges the tests above: each condition must have held and refused.
describe('the tests of these rules', () => {
  it('[M-46] have seen every condition hold and every condition refuse', () => {
    expect(storage.halfTestedRules()).toEqual([]);
  });
});
