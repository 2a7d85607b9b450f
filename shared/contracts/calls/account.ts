import * as v from 'valibot';
import { editionFates } from '../../domain/books/gifts.ts';
import { restSchema } from '../../domain/books/rest.ts';
import { checkName } from '../../domain/person-name.ts';
import { isEmail } from '../../domain/sign-up.ts';
import { checkUsername } from '../../domain/username.ts';
import { count } from '../../domain/whole.ts';
import { aboutSchema, linksSchema } from '../profile-texts.ts';
import { typedLine } from '../public-text.ts';

const name = v.pipe(
  typedLine,
  v.check(
    (text) => checkName(text) === undefined,
    ({ input }) => checkName(String(input)) ?? '',
  ),
);
const username = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => checkUsername(text) === undefined,
    ({ input }) => checkUsername(String(input)) ?? '',
  ),
);

const account = v.object({
  username: v.string(),
  /** Their own name; an artist appears under the artist name instead. */
  name: v.string(),
  /** Empty for a fan. */
  artistName: v.string(),
  imageUrl: v.string(),
  /** What their page says of them; empty for nothing (N-PPL-06). */
  about: v.string(),
  links: v.pipe(v.array(v.string()), v.readonly()),
  email: v.string(),
  isConfirmed: v.boolean(),
  /** The artists they follow, by name; nobody else sees this (N-PPL-07). */
  follows: v.array(v.object({ username: v.string(), name: v.string() })),
});

/** Everything the caller can change about their account (N-PPL-01). */
export const getAccount = {
  name: 'getAccount',
  input: v.strictObject({}),
  output: account,
} as const;

/** Changes what is named and leaves the rest (N-PPL-01). `uploaded`: a picture is in the caller's place in Storage. */
export const changeAccount = {
  name: 'changeAccount',
  input: v.strictObject({
    name: v.optional(name),
    username: v.optional(username),
    picture: v.optional(v.picklist(['uploaded', 'none'])),
    about: v.optional(aboutSchema),
    links: v.optional(linksSchema),
  }),
  output: account,
} as const;

/** What a login is made with; asks for a login within the last five minutes (N-PPL-01). */
export const changeLogin = {
  name: 'changeLogin',
  input: v.strictObject({
    email: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(254, 'Invalid email format.'),
        v.check(isEmail, 'Invalid email format.'),
      ),
    ),
    password: v.optional(
      v.pipe(
        v.string(),
        v.minLength(6, 'Use at least 6 characters.'),
        v.maxLength(1_000, 'Use at most 1000 characters.'),
      ),
    ),
  }),
  output: account,
} as const;

/** Ends every session of the caller, this one too (N-PPL-01). */
export const signOutEverywhere = {
  name: 'signOutEverywhere',
  input: v.strictObject({}),
  output: v.object({}),
} as const;

/** An edition that its owner decides about before their account is closed. */
const leftEdition = v.object({
  datId: v.string(),
  number: count,
  song: v.string(),
  /** The username of the creator that it can be given back to; empty when there is none. */
  creator: v.string(),
  /** They offer it for sale; the offer ends with the account. */
  isForSale: v.boolean(),
});

const closing = v.object({
  isClosed: v.boolean(),
  rest: restSchema,
  /** The works that the caller released: what they earn from then on is given up (decision 55). */
  works: count,
  /** Editions of theirs that nobody has bought yet: they stay for sale. */
  unsold: count,
  /** Editions that they own beside these, each to be kept unnamed or given away (N-FST-06). */
  editions: v.pipe(v.array(leftEdition), v.readonly()),
  reasons: v.array(v.object({ text: v.string(), href: v.string() })),
});

/** What has to happen before the caller's account can be closed (N-PPL-03). */
export const getClosing = {
  name: 'getClosing',
  input: v.strictObject({}),
  output: closing,
} as const;

/**
 * Closes the caller's account, or says why it cannot be; asks for a recent login (N-PPL-03). The rest is
 * given up as the caller has seen it, and so are the later earnings of works; of each edition the caller says
 * what becomes of it (N-FST-06). Refused if any of it is another by now.
 */
export const closeAccount = {
  name: 'closeAccount',
  input: v.strictObject({
    rest: restSchema,
    works: count,
    editions: v.pipe(
      v.array(
        v.strictObject({ datId: v.string(), number: count, becomes: v.picklist(editionFates) }),
      ),
      v.maxLength(20_000),
      v.readonly(),
    ),
    username: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(51))),
  }),
  output: closing,
} as const;

/** Everything that is stored about the caller, as one JSON file (N-PPL-02). */
export const downloadAccount = {
  name: 'downloadAccount',
  input: v.strictObject({}),
  output: v.object({ file: v.string() }),
} as const;

export type Account = v.InferOutput<typeof account>;
export type LeftEdition = v.InferOutput<typeof leftEdition>;
export type AccountChange = v.InferInput<typeof changeAccount.input>;
