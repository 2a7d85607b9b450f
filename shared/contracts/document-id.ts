import * as v from 'valibot';

/** The schema of a document id; Firestore reserves ids of the form __this__. */
export const documentId = (longest: number, sentence: string) =>
  v.pipe(v.string(), v.maxLength(longest, sentence), v.regex(/^(?!__.*__$)[\w-]+$/, sentence));

/** Says whether a stored text can be a document id, and so may become part of a path. */
export const isDocumentId = (text: string): boolean =>
  /^[^/]{1,1500}$/.test(text) && !/^(?:\.{1,2}|__.*__)$/s.test(text);
