/** How an edition can be had now: from its creator, from an owner who offers it, or not at all: 'held'. */
export type Availability = 'primary' | 'resale' | 'held';

/** How many marks are one of these. Alone here: the filter's script takes nothing else along. */
export const countMarks = (marks: readonly Availability[], ...of: Availability[]): number =>
  marks.filter((mark) => of.includes(mark)).length;
