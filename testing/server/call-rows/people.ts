import { randomUUID } from 'node:crypto';
import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { noRest } from '@datchain/shared/domain/books/rest.ts';
import { checkName } from '@datchain/shared/domain/person-name.ts';
import { LONGEST_ABOUT } from '@datchain/shared/domain/profile-texts.ts';
import { cleanLine, cleanLines } from '@datchain/shared/domain/public-text.ts';
import { checkArtistName } from '@datchain/shared/domain/release/artist-name.ts';
import { checkUsername } from '@datchain/shared/domain/username.ts';
import { readWebAddress } from '@datchain/shared/domain/web-address.ts';
import { collectors } from '../collectors.ts';
import { market } from '../market.ts';
import { releasing } from '../releasing.ts';
import { idField, isWhole, noInput, only, type Refused, type Row } from './row.ts';

const m = market();
const r = releasing(m);
const { fanWith, owner, release } = collectors(m);

const webAddress =
  (field: string) =>
  (value: unknown): Refused | 'right' => {
    if (typeof value !== 'string') return [400, new RegExp(`^${field}: Invalid type: `)];
    return readWebAddress(value) ? 'right' : [400, /^Give the address of a page /];
  };
const named = async () => {
  const fan = await m.signUp();
  await r.person({ uid: fan.uid, email: fan.email });
  return { fan, input: {} };
};

export const peopleRows: Readonly<Record<string, Row>> = {
  getAccount: { prepare: named, fields: {} },
  // The name is unchanged; other fields get invalid or changed values.
  changeAccount: {
    prepare: async () => ({ ...(await named()), input: { name: 'Lena' } }),
    fields: {
      name: (value) => {
        if (typeof value !== 'string') return [400, /^name: Invalid type: /];
        const problem = checkName(cleanLine(value));
        return problem ? [400, problem] : 'right';
      },
      username: (value) => {
        if (typeof value !== 'string') return [400, /^username: Invalid type: /];
        return [400, checkUsername(value.trim()) ?? /^An artist’s works show their username/];
      },
      picture: only(400, /^picture: Invalid type: /),
      about: (value) => {
        if (typeof value !== 'string') return [400, /^about: Invalid type: /];
        return cleanLines(value).length > LONGEST_ABOUT
          ? [400, 'Write at most 400 characters about yourself.']
          : 'right';
      },
      links: (value) =>
        Array.isArray(value) && value.length === 0
          ? 'right'
          : [400, /^(links(\.0)?: Invalid type: |Give the address of a page, such as https:)/],
    },
  },
  changeLogin: {
    prepare: async () => {
      const { fan } = await named();
      return { fan, input: { email: fan.email } };
    },
    endsSessions: true,
    fields: {
      email: (value) =>
        typeof value === 'string'
          ? [400, 'Invalid email format.']
          : [400, /^email: Invalid type: /],
      password: (value) => {
        if (typeof value !== 'string') return [400, /^password: Invalid type: /];
        if (value.length < 6) return [400, 'Use at least 6 characters.'];
        return value.length > 1_000 ? [400, 'Use at most 1000 characters.'] : 'right';
      },
    },
  },
  signOutEverywhere: noInput,
  sendConfirmation: {
    prepare: async () => ({ fan: await m.signUp(), input: { backTo: '/wallet?a=b' } }),
    fields: {
      backTo: (value) => {
        if (typeof value !== 'string') return [400, /^backTo: Invalid type: /];
        if (value.length > 500) return [400, /^backTo: Invalid length: /];
        return /^\/(?![/\\])[\w\-./?=&%~]*$/.test(value)
          ? 'right'
          : [400, 'Must be a path of this site.'];
      },
    },
  },
  getClosing: noInput,
  downloadAccount: noInput,
  // A user with remaining tokens: closing is refused, and stays refused.
  closeAccount: {
    prepare: async () => ({
      fan: await fanWith(10),
      input: {
        rest: noRest,
        works: 0,
        editions: [{ datId: 'dat-none', number: 1, becomes: 'kept' }],
        username: 'somebody',
      },
    }),
    fields: {
      rest: only(400, /^rest[.:]/),
      works: (value) => (isWhole(value) && value >= 0 ? 'right' : [400, /^works: /]),
      editions: (value) =>
        Array.isArray(value) && value.length === 0 ? 'right' : [400, /^editions[.:]/],
      username: (value) =>
        typeof value === 'string' && value.trim().length <= 51 ? 'right' : [400, /^username: /],
    },
  },
  setLedgerHandle: {
    prepare: async () => ({ fan: await m.signUp(), input: { handle: 'hidden' } }),
    fields: { handle: only(400, /^handle: Invalid type: /) },
  },
  getApplication: noInput,
  applyToRelease: {
    // An artist, because almost any value could be the name that a fan wants.
    prepare: async () => {
      const fan = await m.signUp();
      const { artistName } = await r.person(fan);
      return {
        fan,
        input: {
          artistName,
          musicUrl: 'https://music.example/me',
          pageUrl: 'https://me.example',
          owns: 'artist',
          note: 'Hello',
        },
      };
    },
    fields: {
      artistName: (value) => {
        if (typeof value !== 'string') return [400, /^artistName: Invalid type: /];
        return checkArtistName(cleanLine(value)) === undefined
          ? [400, 'The artist name is not this account’s.']
          : [400, /^An artist name /];
      },
      musicUrl: webAddress('musicUrl'),
      pageUrl: webAddress('pageUrl'),
      owns: only(400, /^owns: Invalid type: /),
      note: (value) => {
        if (typeof value !== 'string') return [400, /^note: Invalid type: /];
        return cleanLines(value).length > 500 ? [400, 'Write at most 500 characters.'] : 'right';
      },
    },
  },
  getOperatorDesk: {
    prepare: async () => ({ fan: await r.deskOperator(), input: {} }),
    fields: {},
  },
  getDeskPage: {
    prepare: async () => ({
      fan: await r.deskOperator(),
      input: { list: 'reports', search: 'north', after: '1 0' },
    }),
    fields: {
      list: only(400, /^list: There is no such list\.|^There is no such list\./),
      search: (value) => {
        if (typeof value !== 'string') return [400, /^search: Invalid type: /];
        return value.trim().length > 80 ? [400, /^Search for at most 80 characters\./] : 'right';
      },
      after: (value) => {
        if (typeof value !== 'string') return [400, /^after: Invalid type: /];
        return /^\d{1,15} \d{1,6}$/.test(value) ? 'right' : [400, 'There is no such page.'];
      },
    },
  },
  decide: {
    // The DAT is public already: the restoration changes nothing, whichever reason is given.
    prepare: async () => ({
      fan: await r.deskOperator(),
      input: {
        what: 'restore',
        id: await release(await m.signUp(), 1),
        reason: 'They have a licence.',
        seenAt: 1,
      },
    }),
    fields: {
      what: only(400, /^what: Invalid type: /),
      id: (value) => {
        if (typeof value !== 'string') return [400, /^id: Invalid type: /];
        return /^(?!__.*__$)[\w-][\w.-]{0,127}$/.test(value)
          ? [404, `There is no DAT with the id ${value}.`]
          : [400, 'There is nothing of this name.'];
      },
      reason: (value) => {
        if (typeof value !== 'string') return [400, /^reason: Invalid type: /];
        const text = cleanLine(value);
        if (text === '') return [400, 'Give a reason.'];
        return text.length > 300 ? [400, /^The reason may have/] : 'right';
      },
      seenAt: (value) => (isWhole(value) && value >= 0 ? 'right' : [400, /^seenAt: Invalid /]),
    },
  },
  changeStock: {
    // Done before: repeating the key changes nothing.
    prepare: async () => {
      const fan = await r.deskOperator();
      const asked = { priceCents: 100, qty: 10, reason: 'The first tokens', key: randomUUID() };
      const input = { what: 'issue-tokens', ...asked };
      const { status } = await m.call('changeStock', input, fan.token);
      if (status !== 200) throw new Error('The tokens are not on sale.');
      return { fan, input };
    },
    fields: {
      what: only(400, /^what: Invalid type: /),
      priceCents: (value) => {
        if (typeof value !== 'number') return [400, /^priceCents: Invalid type: /];
        return [400, 'Choose $0.36 – $1.00.'];
      },
      qty: (value) => {
        if (typeof value !== 'number') return [400, /^qty: Invalid type: /];
        return [400, 'Enter a whole number of tokens, at most 10,000,000.'];
      },
      reason: (value) => {
        if (typeof value !== 'string') return [400, /^reason: Invalid type: /];
        const text = cleanLine(value);
        if (text === '') return [400, 'Give a reason.'];
        return text.length > 300 ? [400, /^The reason may have/] : [409, /^This was done already/];
      },
      key: (value) =>
        typeof value === 'string' ? [400, 'The key is no UUID.'] : [400, /^key: Invalid type: /],
    },
  },
  followArtist: {
    prepare: async () => {
      const { username, uid } = await r.person();
      await firestore().doc(docs.username(username.toLowerCase())).set({ uid });
      return { fan: await m.signUp(), input: { username, isWanted: true } };
    },
    fields: {
      username: (value) =>
        typeof value === 'string' && /^(?!__.*__$)\w[\w.-]{0,49}$/.test(value)
          ? [404, 'No artist has this name.']
          : [
              400,
              typeof value === 'string' ? 'No artist has this name.' : /^username: Invalid type: /,
            ],
      isWanted: (value) =>
        typeof value === 'boolean' ? 'right' : [400, /^isWanted: Invalid type: /],
    },
  },
  getFollows: {
    prepare: async () => ({ fan: await m.signUp(), input: {} }),
    fields: {
      after: (value) => {
        if (typeof value !== 'string') return [400, /^after: Invalid type: /];
        return /^(?!__.*__$)[\w-]{1,128}$/.test(value) ? 'right' : [400, 'There is no such page.'];
      },
    },
  },
  tellWhenForSale: {
    prepare: async () => ({
      fan: await m.signUp(),
      input: { datId: (await owner()).datId, isWanted: true },
    }),
    fields: {
      datId: idField('datId', /^(?!__)[\w-]{1,128}$/, 'DAT not found'),
      isWanted: (value) =>
        typeof value === 'boolean' ? 'right' : [400, /^isWanted: Invalid type: /],
    },
  },
  setNotifications: {
    prepare: async () => ({
      fan: await m.signUp(),
      input: { seenUntil: 5, mail: { sales: false } },
    }),
    fields: {
      seenUntil: (value) =>
        isWhole(value) && value >= 0 ? 'right' : [400, /^seenUntil: Invalid /],
      // An empty object or list chooses nothing.
      mail: (value) => (/^({}|\[])$/.test(JSON.stringify(value)) ? 'right' : [400, /^mail[.:]/]),
    },
  },
  claimArtistName: {
    // A signed-up user already has this name; almost any other value would be a valid name.
    prepare: async () => {
      const fan = await m.signUp({ hasDocument: false });
      const input = { artistName: `Artist ${randomUUID()}` };
      const { status } = await m.call('claimArtistName', input, fan.token);
      if (status !== 200) throw new Error('The name is not taken.');
      await setDocuments(firestore(), [{ path: docs.user(fan.uid), data: { id: fan.uid } }]);
      return { fan, input };
    },
    fields: {
      artistName: (value) => {
        if (typeof value !== 'string') return [400, /^artistName: Invalid type: /];
        if (value.length > 120) return [400, 'An artist name can have at most 120 letters.'];
        return checkArtistName(value) === undefined
          ? [400, 'This account already has a name.']
          : [400, 'An artist name must have letters or digits.'];
      },
    },
  },
};
