import * as v from 'valibot';

/** The id of a document; the store keeps names like __this__ to itself. */
export const documentId = (longest: number, sentence: string) =>
  v.pipe(v.string(), v.maxLength(longest, sentence), v.regex(/^(?!__.*__$)[\w-]+$/, sentence));

/** Whether a stored text can be the id of a document: only such a text may become part of a path. */
export const isDocumentId = (text: string): boolean =>
  /^[^/]{1,1500}$/.test(text) && !/^(?:\.{1,2}|__.*__)$/s.test(text);
