/** Where an edition can be bought: from its creator, from a reselling owner, or nowhere ('held'). */
export type Availability = 'primary' | 'resale' | 'held';

/** Counts marks of the given kinds. It has its own file so that the filter's script loads nothing else. */
export const countMarks = (marks: readonly Availability[], ...of: Availability[]): number =>
  marks.filter((mark) => of.includes(mark)).length;
