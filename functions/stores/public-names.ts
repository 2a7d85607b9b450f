import { readChoice } from '@datchain/shared/contracts/documents/log-person.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Data } from './document-store.ts';

/** A user as the public sees them. */
export interface PublicName {
  /** The uid; for an unnamed user their number in the public log, which leads to no name. */
  readonly id: string;
  /** Chose to be named nowhere, and this is not about their own work. */
  readonly isUnnamed: boolean;
  /** Empty when there is none to show. */
  readonly username: string;
  readonly profileImageUrl: string;
  /** They have closed their account: what stays is the name that their works carry. */
  readonly isGone: boolean;
}

/** What stands for any unnamed user where even their number in the log would reveal too much. */
export const UNNAMED = 'unnamed';

/** How users appear in everything that is public. */
export type PublicNames = ReturnType<typeof publicNames>;

/** Whether a public profile is what is left of a closed account (decision 55). */
export const isGone = (profile: Data | undefined): boolean => profile?.isGone === true;

/** The documents that say how a user appears. */
export const namePathsOf = (uid: string): string[] => [
  docs.publicLogPerson(uid),
  docs.publicProfile(uid),
];

/**
 * The one place that decides how users appear in public (docs/decisions/0020): with their public
 * profile, or only a number if they chose to be unnamed.
 *
 * @param read a document of `namePathsOf`, of each user that is asked for
 * @throws when a stored choice is invalid
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
    /** As they chose. */
    of: asChosen,
    /** In connection with one DAT: a release carries its artist's name whatever they chose. */
    on: ({ creatorUid }: { readonly creatorUid: string }): { of(uid: string): PublicName } => ({
      of: (uid) => (uid === creatorUid ? named(uid) : asChosen(uid)),
    }),
  };
}
