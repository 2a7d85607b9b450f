import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { checkUsername } from '@datchain/shared/domain/username.ts';
import { uploadAs } from '@datchain/testing/server/client-uploads.ts';
import { collectors } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { person } from '@datchain/testing/server/releasing.ts';
import { aPng } from '@datchain/testing/server/uploads.ts';
import { describe, expect, test } from 'vitest';
import { freeUsernames } from '../names/usernames.ts';
import { aPicture } from '../pictures/testing/pictures.ts';
import { services } from '../services.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { change } from './account.ts';

const m = market();
const { owner } = collectors(m);

const answer = async (name: string, input: object, { token }: Pick<Fan, 'token'>) => {
  const { status, body } = await m.call(name, input, token);
  return status === 200 ? body.result : [status, body.error.message];
};
const stored = async (path: string) => (await firestore().doc(path).get()).data();

async function member(given?: Fan, fields: { accountType?: 'Artist' } = {}) {
  const fan = given ?? (await m.signUp({ hasDocument: false }));
  const { uid, email } = fan;
  const fanOnly = { accountType: 'Fan' as const, artistName: '' };
  const made = await person({ uid, email, ...(fields.accountType ? fields : fanOnly) });
  await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid });
  return { ...fan, ...made };
}

const logIn = async (email: string, password: string): Promise<number> => {
  const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo';
  const response = await fetch(`${m.addresses.auth}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  return response.status;
};

describe('the account of a user', () => {
  test('[N-PPL-01] a name is changed where it is shown, and nothing else is', async () => {
    const fan = await member();
    const before = await stored(docs.user(fan.uid));
    expect(await answer('changeAccount', { name: '  ليلى \u200b <b>👩‍🎤</b>\0 ' }, fan)).toEqual({
      username: fan.username,
      name: 'ليلى <b>👩‍🎤</b>',
      artistName: '',
      imageUrl: '',
      about: '',
      links: [],
      email: fan.email,
      isConfirmed: true,
    });
    expect(await stored(docs.user(fan.uid))).toEqual({ ...before, name: 'ليلى <b>👩‍🎤</b>' });
    expect((await stored(docs.publicProfile(fan.uid)))?.name).toBe('ليلى <b>👩‍🎤</b>');
    const tooLong = [400, 'A name can have at most 120 characters.'];
    expect(await answer('changeAccount', { name: 'a'.repeat(2_000) }, fan)).toEqual(tooLong);
    expect(await answer('changeAccount', { name: '\u200b' }, fan)).toEqual([400, 'Enter a name.']);
  });

  test('[N-PPL-16] a name and a text are stored as they are displayed, and refused if marks reverse them', async () => {
    const fan = await member();
    const texts = { name: 'Jose\u0301\0\nAda', about: 'Sings.\r\n\u0007Leeds\u200b' };
    const clean = { name: 'Jos\u00e9 Ada', about: 'Sings.\nLeeds' };
    expect(await answer('changeAccount', texts, fan)).toMatchObject(clean);
    expect(await stored(docs.publicProfile(fan.uid))).toMatchObject(clean);
    for (const field of ['name', 'about']) {
      expect(await answer('changeAccount', { [field]: '\u202eojnokO adA' }, fan)).toEqual([
        400,
        'This has an invisible character that changes the reading direction. Type it instead of pasting it.',
      ]);
    }
    expect(await stored(docs.publicProfile(fan.uid))).toMatchObject(clean);
  });

  test('[N-PPL-06] about and links are kept for the public page, and the rest of it stays', async () => {
    const fan = await member();
    const before = await stored(docs.publicProfile(fan.uid));
    const links = ['https://ada.example/music', 'https://www.label.example/'];
    const texts = { about: 'Sings.\n<b>Leeds</b> 👩‍🎤', links };
    expect(
      await answer('changeAccount', { ...texts, about: ` ${texts.about} ` }, fan),
    ).toMatchObject(texts);
    expect(await stored(docs.publicProfile(fan.uid))).toEqual({ ...before, ...texts });
    expect(await answer('getAccount', {}, fan)).toMatchObject(texts);
    expect(await answer('changeAccount', { name: 'Ada' }, fan)).toMatchObject(texts);
    expect(await answer('changeAccount', { links: [] }, fan)).toMatchObject({
      ...texts,
      links: [],
    });
    expect(await stored(docs.user(fan.uid))).not.toHaveProperty('about');
  });

  test('[N-PPL-01] an artist’s own name stays private, and their username cannot be changed', async () => {
    const artist = await member(undefined, { accountType: 'Artist' });
    await answer('changeAccount', { name: 'Lena Fjeldstad' }, artist);
    expect((await stored(docs.publicProfile(artist.uid)))?.name).toBe(artist.artistName);
    expect(await answer('changeAccount', { username: 'another' }, artist)).toEqual([
      400,
      'An artist’s works show their username, so it cannot change.',
    ]);
  });

  test('[N-PPL-01] a new username replaces the old one in public, and nobody else can take it', async () => {
    const { fan: bought, datId } = await owner();
    const fan = await member(bought);
    const username = `New_${randomUUID().slice(0, 8)}`;
    expect(await answer('changeAccount', { username }, fan)).toMatchObject({ username });
    expect(await stored(docs.username(username.toLowerCase()))).toEqual({ uid: fan.uid });
    expect(await stored(docs.username(fan.username.toLowerCase()))).toBeUndefined();
    const history = JSON.stringify(await stored(docs.datHistory(datId)));
    expect(history).toContain(username);
    expect(history).not.toContain(`"${fan.username}"`);
    expect((await stored(docs.publicLogPerson(fan.uid)))?.isPending).toBe(false);
    const other = await member();
    expect(await answer('changeAccount', { username: username.toUpperCase() }, other)).toEqual([
      409,
      'Username already taken',
    ]);
    expect(await answer('changeAccount', { username: username.toLowerCase() }, fan)).toMatchObject({
      username: username.toLowerCase(),
    });
    expect(await stored(docs.username(username.toLowerCase()))).toEqual({ uid: fan.uid });
  });

  test('[N-PPL-14] a released username is nobody else’s for 90 days, and can be taken back by its last owner at any time', async () => {
    const [fan, other] = [await member(), await member()];
    const username = `Next_${randomUUID().slice(0, 8)}`;
    const taken = [409, 'Username already taken'];
    const wanted = { username: fan.username.toUpperCase() };
    expect(await answer('changeAccount', { username }, fan)).toMatchObject({ username });
    expect(await answer('changeAccount', wanted, other)).toEqual(taken);
    expect(await answer('changeAccount', wanted, fan)).toMatchObject(wanted);
    expect(await answer('changeAccount', { username }, other)).toEqual(taken);
    expect(await answer('changeAccount', { username }, fan)).toMatchObject({ username });
    const daysLater = (days: number) => ({
      ...services(),
      clock: { now: () => services().clock.now() + days * DAY_MILLIS },
    });
    await freeUsernames(daysLater(89));
    expect(await answer('changeAccount', wanted, other)).toEqual(taken);
    expect(await freeUsernames(daysLater(91))).toBeGreaterThan(0);
    expect(await answer('changeAccount', wanted, other)).toMatchObject(wanted);
    expect(await answer('changeAccount', wanted, fan)).toEqual(taken);
  });

  test('[N-PPL-14] nobody reserves more than three former usernames', async () => {
    const fan = await member();
    const names = Array.from({ length: 4 }, () => `Many_${randomUUID().slice(0, 8)}`);
    for (const username of names.slice(0, 3)) {
      expect(await answer('changeAccount', { username }, fan)).toMatchObject({ username });
    }
    expect(await answer('changeAccount', { username: names[3] }, fan)).toEqual([
      429,
      'A username can be changed 3 times in 90 days.',
    ]);
    expect(await answer('changeAccount', { username: fan.username }, fan)).toMatchObject({
      username: fan.username,
    });
  });

  test.each(['x.html', 'index', '__proto__', 'constructor.json', 'a..b'])(
    '[N-PPL-14] a fan cannot be called %s, and reads why',
    async (username) => {
      const [status, sentence] = await answer('changeAccount', { username }, await member());
      expect(status).toBe(400);
      expect(sentence).toBe(checkUsername(username));
    },
  );

  test('[N-PPL-01] one of many who want one username at once gets it, and no one has two', async () => {
    const fans = await Promise.all(Array.from({ length: 5 }, () => member()));
    const username = `Race${randomUUID().slice(0, 8)}`;
    const answers = await Promise.all(
      fans.map((fan) => answer('changeAccount', { username }, fan)),
    );
    expect(answers.filter((one) => !Array.isArray(one))).toHaveLength(1);
    for (const { uid } of fans) {
      const held = await firestore().collection('usernames').where('uid', '==', uid).get();
      const user = await stored(docs.user(uid));
      expect(held.docs.map(({ id }) => id)).toEqual([user?.username_lower]);
    }
  });

  test('[N-PPL-01] concurrent changes of different fields are both kept, and of the same field the later one', async () => {
    const fan = await member();
    const username = `Both${randomUUID().slice(0, 8)}`;
    await Promise.all([
      answer('changeAccount', { name: 'Phone' }, fan),
      answer('changeAccount', { username }, fan),
    ]);
    expect(await answer('getAccount', {}, fan)).toMatchObject({ name: 'Phone', username });
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => answer('changeAccount', { name }, fan)),
    );
    for (const one of answers) expect(one).toMatchObject({ username });
    const { name } = (await stored(docs.user(fan.uid))) ?? {};
    expect((await stored(docs.publicProfile(fan.uid)))?.name).toBe(name);
    expect(['A', 'B', 'C']).toContain(name);
  });

  test('[N-PPL-20] names can be changed five times a day, other things twenty times, and no change starts a rebuild', async () => {
    const fan = await member((await owner()).fan);
    const askedAt = async () => (await stored(docs.rebuildRequest))?.requestedAt;
    const before = await askedAt();
    const rename = (name: string) => answer('changeAccount', { name }, fan);
    for (const name of ['A', 'B', 'C', 'D']) expect(await rename(name)).toMatchObject({ name });
    const username = `Fifth${randomUUID().slice(0, 8)}`;
    expect(await answer('changeAccount', { username }, fan)).toMatchObject({ username });
    expect(await rename('D')).toMatchObject({ name: 'D' });
    const sentence = (times: number, what: string) => [
      429,
      expect.stringMatching(
        new RegExp(
          `^You changed ${what} ${times} times within a day\\. You can do this again in \\d+ hours?( \\d+ minutes?)?\\.$`,
        ),
      ),
    ];
    expect(await rename('E')).toEqual(sentence(5, 'a name of yours'));
    expect(await answer('changeAccount', { username: 'another' }, fan)).toEqual(
      sentence(5, 'a name of yours'),
    );
    for (let n = 0; n < 20; n++) {
      expect(await answer('changeAccount', { about: `Text ${n}` }, fan)).toMatchObject({
        about: `Text ${n}`,
      });
    }
    expect(await answer('changeAccount', { about: 'More' }, fan)).toEqual(
      sentence(20, 'your account'),
    );
    expect(await answer('getAccount', {}, fan)).toMatchObject({ name: 'D', about: 'Text 19' });
    expect(await askedAt()).toBe(before);
  });

  test('[N-PPL-01] a change that crashed before it was shown is shown by the sweep', async () => {
    const { fan: bought, datId } = await owner();
    const fan = await member(bought);
    const username = `Late${randomUUID().slice(0, 8)}`;
    const dying = {
      ...services(),
      projector: {
        projectWhole: () => Promise.reject(new Error('killed')),
      } as unknown as ReturnType<typeof services>['projector'],
    };
    const isPending = async () => (await stored(docs.publicLogPerson(fan.uid)))?.isPending;
    expect(await change(dying, fan.uid, { username })).toMatchObject({ username });
    expect(await isPending()).toBe(true);
    await m.runScheduled('sweepProjectionsJob');
    expect(await isPending()).toBe(false);
    expect(JSON.stringify(await stored(docs.datHistory(datId)))).toContain(username);
  });
});

describe('the picture of a user', () => {
  const upload = (fan: Fan, bytes: Uint8Array) =>
    uploadAs(fan, { path: profilePicturePath(fan.uid), bytes, contentType: 'image/png' });

  test('[N-PPL-01] gets a new address each time, and can be removed', async () => {
    const fan = await member();
    await upload(fan, aPng());
    const first = await answer('changeAccount', { picture: 'uploaded' }, fan);
    expect((await fetch(first.imageUrl)).status).toBe(200);
    await upload(fan, aPng());
    const second = await answer('changeAccount', { picture: 'uploaded' }, fan);
    expect(second.imageUrl).not.toBe(first.imageUrl);
    expect((await stored(docs.publicProfile(fan.uid)))?.profileImageUrl).toBe(second.imageUrl);
    expect(await answer('changeAccount', { picture: 'none' }, fan)).toMatchObject({ imageUrl: '' });
    expect((await fetch(second.imageUrl)).status).not.toBe(200);
    expect((await stored(docs.publicProfile(fan.uid)))?.profileImageUrl).toBe('');
  });

  test('[N-PPL-01] is refused and deleted when it is no picture, whatever its type says', async () => {
    const fan = await member();
    await upload(fan, Buffer.from('<svg onload="alert(1)"/>'));
    const refused = [400, 'A profile picture must be a PNG, JPEG or WebP file.'];
    expect(await answer('changeAccount', { picture: 'uploaded' }, fan)).toEqual(refused);
    expect(await answer('changeAccount', { picture: 'uploaded' }, fan)).toEqual([
      400,
      'The picture has not arrived. Upload it again.',
    ]);
    expect((await stored(docs.user(fan.uid)))?.profileImageUrl).toBe('');
  });
});

test('[N-INP-10] half a picture of a user, and one of too many pixels, are refused and deleted', async () => {
  const whole = await aPicture(300, 200).jpeg().toBuffer();
  const large = await aPicture(20, 20).png().toBuffer();
  large.writeUInt32BE(9_000, 16);
  large.writeUInt32BE(7_000, 20);
  const half = Buffer.concat([whole.subarray(0, whole.length >> 1), Buffer.from([0xff, 0xd9])]);
  for (const [bytes, sentence] of [
    [half, /^A profile picture must be whole\. This file is cut off, damaged or/],
    [large, /^A profile picture can have at most 60 megapixels\. This one has 9,000 × 7,000: /],
  ] as const) {
    const fan = await member();
    const path = profilePicturePath(fan.uid);
    await uploadAs(fan, { path, bytes, contentType: 'image/png' });
    expect(await answer('changeAccount', { picture: 'uploaded' }, fan)).toEqual([
      400,
      expect.stringMatching(sentence),
    ]);
    expect(await services().files.find(path)).toBeUndefined();
  }
});

describe('the login of a user', () => {
  test('[N-PPL-01] gets another address at once, which has to be confirmed', async () => {
    const fan = await member();
    const email = `new-${fan.email}`;
    expect(await answer('changeLogin', { email }, fan)).toMatchObject({
      email,
      isConfirmed: false,
    });
    expect((await stored(docs.user(fan.uid)))?.email).toBe(email);
    expect(await logIn(email, 'demo-password')).toBe(200);
    expect(await logIn(fan.email, 'demo-password')).not.toBe(200);
  });

  test('[N-PPL-01] refuses an address in use and an invalid one; nothing changes', async () => {
    const [fan, other] = [await member(), await member()];
    const inUse = [409, 'This e-mail already has an account.'];
    expect(await answer('changeLogin', { email: other.email.toUpperCase() }, fan)).toEqual(inUse);
    expect(await answer('changeLogin', { email: 'me@home' }, fan)).toEqual([
      400,
      'Invalid email format.',
    ]);
    expect(await answer('getAccount', {}, fan)).toMatchObject({ email: fan.email });
  });

  test('[N-PPL-01] gets another password at once', async () => {
    const fan = await member();
    await answer('changeLogin', { password: 'another-password' }, fan);
    expect(await logIn(fan.email, 'another-password')).toBe(200);
    expect(await logIn(fan.email, 'demo-password')).not.toBe(200);
  });

  test('[N-PPL-01] is repaired by a repeated request after a crash between address and copy', async () => {
    const fan = await member();
    const email = `late-${fan.email}`;
    await auth().updateUser(fan.uid, { email });
    // Auth ends the sessions that began with the old address.
    const again = { token: await m.logIn({ ...fan, email }) };
    expect(await answer('changeLogin', { email }, again)).toMatchObject({ email });
    expect((await stored(docs.user(fan.uid)))?.email).toBe(email);
  });

  test('[N-PPL-01] ends its sessions everywhere', async () => {
    const fan = await member();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await answer('signOutEverywhere', {}, fan)).toEqual({});
    const { tokensValidAfterTime } = await auth().getUser(fan.uid);
    expect(Date.parse(tokensValidAfterTime ?? '')).toBeGreaterThan(Date.now() - 5_000);
  });
});
