import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Answer, type Fan, market } from '@datchain/testing/server/market.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { auth, firestore } from '../stores/firebase.ts';
import { claimArtistName } from './claim-artist-name.ts';
import { indexArtistNames } from './index-artist-names.ts';

const m = market();
const claim = (fan: Fan, artistName: unknown): Promise<Answer> =>
  m.call('claimArtistName', { artistName }, fan.token);
const messageOf = ({ body }: Answer): string | undefined => body.error?.message;
const taken = 'Another artist has this name, or one that looks like it.';

const write = (path: string, data: object) =>
  setDocuments(firestore(), [{ path, data: { ...data } }]);
const asArtist = (uid: string, ArtistName: string, uploadedItems: string[] = []) =>
  write(docs.user(uid), { id: uid, accountType: 'Artist', ArtistName, uploadedItems });

async function artistCalled(name: string): Promise<Fan> {
  const fan = await m.signUp({ hasDocument: false });
  expect((await claim(fan, name)).status).toBe(200);
  await asArtist(fan.uid, name);
  return fan;
}

const holderOf = async (uid: string) =>
  (await firestore().doc(docs.artistNameOf(uid)).get()).data();

describe('artists from before names were unique', () => {
  beforeAll(async () => {
    // The first name has a Cyrillic letter; the second artist has a release.
    await asArtist('a-copy', '\u041cocha');
    await asArtist('b-known', 'Mocha', ['dat']);
    await asArtist('c-other', 'Wren');
    await asArtist('d-nameless', '');
  });

  test('[N-MON-11] keep their names, and no new artist can have the same', async () => {
    const newcomer = await m.signUp({ hasDocument: false });
    for (const name of ['Mocha', 'MOCHA', '\u041c\u041e\u0421\u041d\u0410', 'wren', 'Wr\u200ben']) {
      expect([name, messageOf(await claim(newcomer, name))]).toEqual([name, taken]);
    }
    expect(await holderOf('b-known')).toMatchObject({ name: 'Mocha' });
    expect((await holderOf('b-known'))?.keys).toHaveLength(3);
    expect(await holderOf('a-copy')).toMatchObject({ name: '\u041cocha' });
    expect((await claim(newcomer, 'Goldfinch')).status).toBe(200);
  });

  test('are indexed once; another run indexes only those who came since', async () => {
    expect(await indexArtistNames(services())).toBe(0);
    await asArtist('e-later', 'Kite');
    expect(await indexArtistNames(services())).toBe(1);
    expect(messageOf(await claim(await m.signUp({ hasDocument: false }), 'KITE'))).toBe(taken);
  });
});

test('[N-MON-11] a name that differs only in case, width, the composition of accents or look-alike letters is taken', async () => {
  await artistCalled('Beyonc\u00e9 Adele');
  const newcomer = await m.signUp({ hasDocument: false });
  for (const [name, sentence] of [
    ['BEYONC\u00c9 ADELE', taken],
    ['Beyonce\u0301  Adele', taken],
    ['\uff22eyonc\u00e9 \uff21dele', taken],
    ['Beyonc\u00e9 Ade1e', taken],
    [
      'Beyonc\u00e9 \u0410dele',
      'Write each word in one script: “\u0410dele” mixes Cyrillic and Latin.',
    ],
    [' \u200b', 'An artist name must have letters or digits.'],
  ] as const) {
    const answer = await claim(newcomer, name);
    expect([name, answer.status, messageOf(answer)]).toEqual([
      name,
      sentence === taken ? 409 : 400,
      sentence,
    ]);
  }
  expect(await holderOf(newcomer.uid)).toBeUndefined();
  expect((await claim(newcomer, 'Beyonce Adele')).status).toBe(200);
});

test('[N-PPL-16] a name that is displayed backwards, or stored decomposed, counts as the name that it looks like', async () => {
  await artistCalled('Lena Fjeldst\u00e5d');
  // An older artist, whose name would be refused today.
  await asArtist('turned', '\u202etnassioP adA');
  await indexArtistNames(services());
  const newcomer = await m.signUp({ hasDocument: false });
  for (const [name, status, sentence] of [
    ['Lena Fjeldsta\u030ad', 409, taken],
    ['Ada Poissant', 409, taken],
    ['\u202ed\u00e5tsdlejF aneL', 400, expect.stringMatching(/changes the reading direction/)],
  ] as const) {
    const answer = await claim(newcomer, name);
    expect([name, answer.status, messageOf(answer)]).toEqual([name, status, sentence]);
  }
  const { body } = await claim(newcomer, ' Jose\u0301\0 Ada\u200b ');
  expect(body).toEqual({ result: { artistName: 'Jos\u00e9 Ada' } });
});

test('[N-MON-11] one of 20 artists who claim one name at once in different letters gets it', async () => {
  const crowd = await Promise.all(
    Array.from({ length: 20 }, () => m.signUp({ hasDocument: false })),
  );
  const spelt = ['Nightjar', 'NIGHTJAR', 'nightjar', '\uff2eightjar'];
  const answers = await Promise.all(
    crowd.map((fan, index) => claim(fan, spelt[index % spelt.length])),
  );
  const winners = crowd.filter((_, index) => answers[index]?.status === 200);
  expect(winners).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect([taken, 'Someone else is taking this name. Try again.']).toContain(messageOf(answer));
  }
});

describe('a signup', () => {
  test('can claim its name again, and frees it by claiming another', async () => {
    const [fan, other] = [
      await m.signUp({ hasDocument: false }),
      await m.signUp({ hasDocument: false }),
    ];
    expect((await claim(fan, 'Redstart')).status).toBe(200);
    expect((await claim(fan, 'Redstart')).body).toEqual({ result: { artistName: 'Redstart' } });
    expect((await claim(fan, 'Blackcap')).status).toBe(200);
    expect((await claim(other, 'Redstart')).status).toBe(200);
    expect(messageOf(await claim(other, 'Blackcap'))).toBe(taken);
  });

  test('cannot claim another name once it is finished', async () => {
    const artist = await artistCalled('Linnet');
    expect(messageOf(await claim(artist, 'Siskin'))).toBe('This account already has a name.');
    expect(await holderOf(artist.uid)).toMatchObject({ name: 'Linnet' });
  });

  test('[N-MON-11] leaves the name to the next artist once its login was deleted', async () => {
    const [gone, next] = [
      await m.signUp({ hasDocument: false }),
      await m.signUp({ hasDocument: false }),
    ];
    expect((await claim(gone, 'Dunnock')).status).toBe(200);
    expect(messageOf(await claim(next, 'DUNNOCK'))).toBe(taken);
    await auth().deleteUser(gone.uid);
    expect((await claim(next, 'DUNNOCK')).status).toBe(200);
    expect(await holderOf(gone.uid)).toMatchObject({ name: '', keys: [] });
  });

  test('releases the name a day after it was abandoned', async () => {
    const [idle, next] = [
      await m.signUp({ hasDocument: false }),
      await m.signUp({ hasDocument: false }),
    ];
    const name = `Whinchat ${randomUUID().slice(0, 4)}`;
    expect((await claim(idle, name)).status).toBe(200);
    const later = (hours: number) => ({
      ...services(),
      clock: { now: () => Date.now() + hours * HOUR_MILLIS },
    });
    expect(await claimArtistName(later(23), next.uid, name)).toMatchObject({ message: taken });
    expect(await claimArtistName(later(25), next.uid, name)).toEqual({ artistName: name });
  });
});
