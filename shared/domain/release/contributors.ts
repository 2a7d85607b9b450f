import type { Contributor } from '../dats.ts';
import { cleanLine } from '../public-text.ts';

/** The lists of credits of a release, in the form's order, with their limits (R-REL-07). */
export const contributorLists = [
  { list: 'producers', label: 'Producers', most: 10 },
  { list: 'songwriters', label: 'Songwriters', most: 10 },
  { list: 'artistFeatures', label: 'Artist features', most: 10 },
  { list: 'recordLabels', label: 'Record labels', most: 6 },
] as const;

export type ContributorList = (typeof contributorLists)[number]['list'];
export type Contributors = Readonly<Record<ContributorList, readonly Contributor[]>>;

/** The most characters of a @username, credit or feature (R-REL-07). */
export const contributorTagLength = 50;

export const noContributors: Contributors = {
  producers: [],
  songwriters: [],
  artistFeatures: [],
  recordLabels: [],
};

export const mostContributors = (list: ContributorList): number =>
  // Stryker disable next-line OptionalChaining: Every list is in the table; types do not know that.
  contributorLists.find((one) => one.list === list)?.most ?? 0;

const tidyTag = (text: string): string => cleanLine(cleanLine(text).slice(0, contributorTagLength));

const isSameTag = (a: string, b: string): boolean =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();

/** Adds a contributor (R-REL-07). An empty tag, a duplicate in any case, or one too many is ignored. */
export function addContributor(
  contributors: readonly Contributor[],
  list: ContributorList,
  added: Contributor,
): readonly Contributor[] {
  const tag = tidyTag(added.tag);
  const isThere = contributors.some((one) => isSameTag(one.tag, tag));
  if (tag === '' || isThere || contributors.length >= mostContributors(list)) return contributors;
  return [...contributors, { id: added.id, tag }];
}

/** Makes a contributor without an account; the id is the same wherever the tag is typed. */
export const freeContributor = (text: string): Contributor => {
  const tag = tidyTag(text);
  return { id: `tag:${tag.toLowerCase()}`, tag };
};

export const pickedContributor = (uid: string, username: string): Contributor => ({
  id: uid,
  tag: `@${username}`,
});
