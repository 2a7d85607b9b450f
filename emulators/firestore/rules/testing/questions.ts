import type { Fields, Value } from '../../contract.ts';

/** A write of a commit, by the path of its document. */
export type Write =
  | {
      readonly set: string;
      readonly fields: Fields;
      /** Other fields stay. */
      readonly isMerge?: boolean;
      /** A field that gets the time of the request. */
      readonly stamp?: string;
    }
  | { readonly delete: string };

/** What someone wants, as far as rules judge it. */
export type Question =
  | { readonly get: string }
  /** `parent` is the path of a document, or empty. */
  | { readonly list: Readonly<Record<string, unknown>>; readonly parent: string }
  | { readonly commit: readonly Write[] };

/** Documents by their paths. */
export type World = Readonly<Record<string, Fields>>;

/** A rules file for Firestore with these blocks. */
export const rulesWith = (blocks: string, version: '1' | '2' = '2'): string =>
  `rules_version = '${version}';
service cloud.firestore {
  match /databases/{database}/documents {
    ${blocks}
  }
}`;

export const text = (stringValue: string): Value => ({ stringValue });
export const int = (value: number): Value => ({ integerValue: String(value) });
export const float = (doubleValue: number): Value => ({ doubleValue });
export const list = (...values: Value[]): Value => ({ arrayValue: { values } });
export const map = (fields: Fields): Value => ({ mapValue: { fields } });

/** What the token of a user says. */
export const claimsOf = (uid: string): Readonly<Record<string, string>> => ({
  sub: uid,
  email: `${uid}@dats.test`,
});
