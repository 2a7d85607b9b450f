import * as v from 'valibot';
import { checkArtistName } from '../../domain/release/artist-name.ts';
import { readWebAddress } from '../../domain/web-address.ts';
import { applicationFields, applicationStates, LONGEST_NOTE } from '../documents/application.ts';
import { typedLine, typedLines } from '../public-text.ts';

const webAddress = (sentence: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => readWebAddress(text) ?? ''),
    v.minLength(1, sentence),
  );

const artistName = v.pipe(
  typedLine,
  v.check(
    (name) => checkArtistName(name) === undefined,
    ({ input }) => checkArtistName(String(input)) ?? '',
  ),
);

const state = v.object({
  /** The state; `none` also for accounts that lost the permission to release. */
  state: v.picklist(['none', ...applicationStates]),
  username: v.string(),
  /** The account's artist name, or the one applied for; '' without one. */
  artistName: v.string(),
  /** True for an artist account, whose name cannot be changed here. */
  isArtist: v.boolean(),
  sent: v.nullable(v.object(applicationFields)),
  reason: v.nullable(v.string()),
});

/** Returns the state of the caller's application to release (N-PPL-09). */
export const getApplication = {
  name: 'getApplication',
  input: v.strictObject({}),
  output: state,
} as const;

/** Sends an application to release, or corrects it while it waits (N-PPL-09). */
export const applyToRelease = {
  name: 'applyToRelease',
  input: v.strictObject({
    artistName,
    musicUrl: webAddress('Give the address of a page with your songs.'),
    pageUrl: webAddress('Give the address of a page where you speak as the artist.'),
    owns: applicationFields.owns,
    note: v.optional(
      v.pipe(typedLines, v.maxLength(LONGEST_NOTE, `Write at most ${LONGEST_NOTE} characters.`)),
      '',
    ),
  }),
  output: state,
} as const;

export type ApplicationState = v.InferOutput<typeof state>;
export type ApplicationInput = v.InferOutput<typeof applyToRelease.input>;
