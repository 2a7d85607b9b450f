import { expect, test } from 'vitest';
import { emptyNewArtist } from './draft.ts';
import { checkNewArtist, type NewArtistForm, tidyNewArtist } from './new-artist.ts';
import { countries, unitedStates, usStates } from './places.ts';

const aForm = (over: Partial<NewArtistForm> = {}): NewArtistForm => ({
  email: 'ada@dats.test',
  password: 'a-password',
  username: 'AdaOkonjo',
  artistName: 'Ada Okonjo',
  city: 'Lagos',
  country: 'Nigeria',
  state: '',
  ...over,
});

test('[R-REL-04] a complete form has nothing wrong with it', () => {
  expect(checkNewArtist(aForm())).toBeUndefined();
  expect(checkNewArtist(aForm({ country: unitedStates, state: 'Ohio' }))).toBeUndefined();
});

test.each(['email', 'password', 'username', 'artistName', 'city'] as const)(
  '[R-REL-04] a form without %s says that mandatory fields are missing',
  (field) => {
    expect(
      checkNewArtist(tidyNewArtist(aForm({ [field]: field === 'password' ? '' : '  ' }))),
    ).toEqual({ message: 'Please fill in all mandatory fields.', fields: [field] });
  },
);

test.each(['ada', 'ada@', 'ada@dats', '@dats.test', 'a da@dats.test'])(
  '[R-REL-16] %j is not an e-mail address',
  (email) => {
    expect(checkNewArtist(aForm({ email }))).toEqual({
      message: 'Invalid email format.',
      fields: ['email'],
      others: { email: 'Invalid email format.' },
    });
  },
);

test('[N-MON-11] the name of a new artist cannot mix scripts within a word', () => {
  expect(checkNewArtist(aForm({ artistName: '\u0410da' }))).toEqual({
    message: 'Write each word in one script: “\u0410da” mixes Cyrillic and Latin.',
    fields: ['artistName'],
  });
});

test('texts are trimmed, but not the password', () => {
  const typed = {
    email: ' a@b.c ',
    password: ' p ',
    username: ' u ',
    artistName: ' n ',
    city: ' c ',
  };
  expect(tidyNewArtist(aForm(typed))).toEqual({
    email: 'a@b.c',
    password: ' p ',
    username: 'u',
    artistName: 'n',
    city: 'c',
    country: 'Nigeria',
    state: '',
  });
  const atHome = { country: unitedStates, state: 'Ohio' };
  expect(tidyNewArtist(aForm(atHome))).toMatchObject(atHome);
});

test('[R-REL-04] the United States ask for a state, other countries never keep one', () => {
  const problem = checkNewArtist(aForm({ country: unitedStates }));
  expect(problem).toEqual({ message: 'Choose a state.', fields: ['state'] });
  expect(tidyNewArtist(aForm({ country: 'Ghana', state: 'Ohio' })).state).toBe('');
});

test('[R-REL-04] there are 47 countries, the United States as the default, and its 50 states', () => {
  expect(new Set(countries).size).toBe(47);
  expect(countries).toContain(unitedStates);
  expect(emptyNewArtist.country).toBe(unitedStates);
  expect(new Set(usStates).size).toBe(50);
});
