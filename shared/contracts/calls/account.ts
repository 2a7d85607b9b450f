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
  /** The user's own name; artists appear under their artist name instead. */
  name: v.string(),
  /** '' for a fan. */
  artistName: v.string(),
  imageUrl: v.string(),
  /** The profile text; '' for none (N-PPL-06). */
  about: v.string(),
  links: v.pipe(v.array(v.string()), v.readonly()),
  email: v.string(),
  isConfirmed: v.boolean(),
});

/** Returns what the caller can change about their account (N-PPL-01). */
export const getAccount = {
  name: 'getAccount',
  input: v.strictObject({}),
  output: account,
} as const;

/**
 * Changes the given fields and keeps the others (N-PPL-01). `uploaded` means that a picture is at the
 * caller's path in Storage.
 */
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

/** Changes the address or password; requires a login within the last five minutes (N-PPL-01). */
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

/** Ends all sessions of the caller, including this one (N-PPL-01). */
export const signOutEverywhere = {
  name: 'signOutEverywhere',
  input: v.strictObject({}),
  output: v.object({}),
} as const;

const leftEdition = v.object({
  datId: v.string(),
  number: count,
  song: v.string(),
  /** The username of the creator, who can get it back; '' without one. */
  creator: v.string(),
  isForSale: v.boolean(),
});

const closing = v.object({
  isClosed: v.boolean(),
  rest: restSchema,
  /** The works that the caller released; their later earnings are given up (decision 55). */
  works: count,
  unsold: count,
  /** Other editions that the caller owns, each to be kept unnamed or given away (N-FST-06). */
  editions: v.pipe(v.array(leftEdition), v.readonly()),
  reasons: v.array(v.object({ text: v.string(), href: v.string() })),
});

/** Returns what must happen before the caller's account can be closed (N-PPL-03). */
export const getClosing = {
  name: 'getClosing',
  input: v.strictObject({}),
  output: closing,
} as const;

/**
 * Closes the caller's account or returns the reasons against it; requires a recent login (N-PPL-03). The
 * caller gives up the rest as shown and later earnings of works, and decides the fate of each edition
 * (N-FST-06). Refused if any of these has changed.
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

/** Returns all data stored about the caller as one JSON file (N-PPL-02). */
export const downloadAccount = {
  name: 'downloadAccount',
  input: v.strictObject({}),
  output: v.object({ file: v.string() }),
} as const;

export type Account = v.InferOutput<typeof account>;
export type LeftEdition = v.InferOutput<typeof leftEdition>;
export type AccountChange = v.InferInput<typeof changeAccount.input>;
