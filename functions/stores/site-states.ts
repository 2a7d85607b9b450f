import type { LeftOut, SiteState } from '@datchain/shared/contracts/documents/site-state.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Firestore } from '@google-cloud/firestore';
import { emulatorSettings, type PublicDataSource } from './public-copy.ts';

export interface SiteOutcome extends Pick<SiteState, 'at' | 'problem'> {
  /** The moment up to which the site shows everything; left out if unknown. */
  readonly currentAt?: Millis;
  readonly leftOut?: readonly LeftOut[];
}

/** Limit of stored texts about what is left out: the desk shows no more, and the rebuild's log has all. */
const MAX_LEFT_OUT = 50;
const MAX_TEXT_CHARS = 1_000;

const cut = (text: string): string => text.slice(0, MAX_TEXT_CHARS);

/**
 * Stores the outcome of a rebuild for the operators' desk, and the age of the pages for visitors (N-INP-02).
 *
 * @throws when Firestore cannot be reached
 */
export async function noteSiteOutcome(
  { projectId, firestoreHost }: Pick<PublicDataSource, 'projectId' | 'firestoreHost'>,
  { at, problem, currentAt, leftOut }: SiteOutcome,
): Promise<void> {
  const local = firestoreHost ? emulatorSettings(firestoreHost) : {};
  const firestore = new Firestore({ projectId, ...local });
  const named = leftOut?.slice(0, MAX_LEFT_OUT).map(({ what, problem }) => ({
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
