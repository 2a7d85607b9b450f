import * as v from 'valibot';

/** A change to a file, and whether a test noticed it. */
export const mutantSchema = v.object({
  file: v.string(),
  line: v.number(),
  /** The line as it stands, and what the mutant has in place of a part of it. */
  code: v.string(),
  replacement: v.string(),
  isNoticed: v.boolean(),
});

export type Mutant = Readonly<v.InferOutput<typeof mutantSchema>>;

/** Code as a report and explained.ts show it. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
