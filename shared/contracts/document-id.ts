import * as v from 'valibot';

/** The id of a document; the store keeps names like __this__ to itself. */
export const documentId = (longest: number, sentence: string) =>
  v.pipe(v.string(), v.maxLength(longest, sentence), v.regex(/^(?!__.*__$)[\w-]+$/, sentence));
