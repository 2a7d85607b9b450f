/** How an edition can be had now: from its creator, from an owner who offers it, or not at all: 'held'. */
export type Availability = 'primary' | 'resale' | 'held';

/** How many marks are one of these. In its own file so that the filter's script loads nothing else. */
export const countMarks = (marks: readonly Availability[], ...of: Availability[]): number =>
  marks.filter((mark) => of.includes(mark)).length;
