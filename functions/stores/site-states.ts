import type { LeftOut, SiteState } from '@datchain/shared/contracts/documents/site-state.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Firestore } from '@google-cloud/firestore';
import { emulatorSettings, type PublicDataSource } from './public-copy.ts';

/** What became of a rebuild, or of putting its pages on the web. */
export interface SiteOutcome extends Pick<SiteState, 'at' | 'problem'> {
  /** As of when visitors are shown everything; left out where that is not known to be so. */
  readonly currentAt?: Millis;
  /** Left out where it is as before. */
  readonly leftOut?: readonly LeftOut[];
}

/** So much of what is left out is kept in words: the desk shows no more, and the log of the rebuild has all. */
const MOST_NAMED = 50;
const LONGEST_TEXT = 1_000;

const cut = (text: string): string => text.slice(0, LONGEST_TEXT);

/**
 * Keeps what became of a rebuild: for the operators' desk all of it, and for visitors how old the pages are
 * (N-INP-02).
 *
 * @throws when Firestore cannot be reached
 */
export async function noteSiteOutcome(
  { projectId, firestoreHost }: Pick<PublicDataSource, 'projectId' | 'firestoreHost'>,
  { at, problem, currentAt, leftOut }: SiteOutcome,
): Promise<void> {
  const local = firestoreHost ? emulatorSettings(firestoreHost) : {};
  const firestore = new Firestore({ projectId, ...local });
  const named = leftOut?.slice(0, MOST_NAMED).map(({ what, problem }) => ({
    what: cut(what),
    problem: cut(problem),
  }));
  const age = currentAt === undefined ? {} : { currentAt };
  const batch = firestore.batch();
  batch.set(
    firestore.doc(docs.siteState),
    {
      at,
      problem: problem && cut(problem),
      ...age,
      ...(leftOut && { leftOutCount: leftOut.length, leftOut: named }),
    },
    { merge: true },
  );
  if (currentAt !== undefined) batch.set(firestore.doc(docs.siteAge), age);
  try {
    await batch.commit();
  } finally {
    await firestore.terminate();
  }
}
