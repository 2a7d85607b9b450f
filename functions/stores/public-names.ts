import { readChoice } from '@datchain/shared/contracts/documents/log-person.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Data } from './document-store.ts';

export interface PublicName {
  /** The uid; for an unnamed user their number in the public log, which leads to no name. */
  readonly id: string;
  /** Whether the user chose to be unnamed, except on their own works. */
  readonly isUnnamed: boolean;
  /** Empty without a name to show. */
  readonly username: string;
  readonly profileImageUrl: string;
  /** Whether the account is closed: the works keep the name. */
  readonly isGone: boolean;
}

/** A stand-in for any unnamed user, where even the number would reveal too much. */
export const UNNAMED = 'unnamed';

export type PublicNames = ReturnType<typeof publicNames>;

/** Tells whether the account was closed (decision 55). */
export const isGone = (profile: Data | undefined): boolean => profile?.isGone === true;

export const listNamePaths = (uid: string): string[] => [
  docs.publicLogPerson(uid),
  docs.publicProfile(uid),
];

/**
 * Decides how users appear in public, the only place that does (decision 20): with their profile, or as a number if
 * they chose to be unnamed.
 */
export function publicNames(read: (path: string) => Data | undefined) {
  const named = (uid: string): PublicName => {
    const profile = read(docs.publicProfile(uid));
    return {
      id: uid,
      isUnnamed: false,
      username: readLine(profile?.username),
      profileImageUrl: readText(profile?.profileImageUrl),
      isGone: isGone(profile),
    };
  };
  const asChosen = (uid: string): PublicName => {
    const stored = read(docs.publicLogPerson(uid));
    const person = stored && readChoice(stored);
    return person?.isUnnamed
      ? { id: person.person, isUnnamed: true, isGone: false, username: '', profileImageUrl: '' }
      : named(uid);
  };
  return {
    of: asChosen,
    /** In the context of a DAT, a release carries its artist's name whatever they chose. */
    on: ({ creatorUid }: { readonly creatorUid: string }): { of(uid: string): PublicName } => ({
      of: (uid) => (uid === creatorUid ? named(uid) : asChosen(uid)),
    }),
  };
}
