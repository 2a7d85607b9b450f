import { fromFirestore } from '../../rules/from-firestore.ts';
import { fromJson } from '../../rules/from-json.ts';
import { Path, type RulesMap, Timestamp, type Value } from '../../rules/values.ts';
import type { Caller, Fields, Micros, Segments, StoredDocument } from '../contract.ts';

/** The path of a document or collection as rules see it. */
export const pathIn = (database: string, path: Segments): Path =>
  new Path(['databases', database, 'documents', ...path]);

/** Documents are never changed, only replaced: each is translated once. */
const translated = new WeakMap<StoredDocument, Map<string, RulesMap>>();

/** A document as rules see it: `data`, `id` and `__name__`. */
export function documentFor(database: string, document: StoredDocument): RulesMap {
  const known = translated.get(document) ?? new Map<string, RulesMap>();
  translated.set(document, known);
  const found = known.get(database);
  if (found) return found;
  const value = new Map<string, Value>([
    ['data', dataFor(document.fields)],
    ['id', document.path.at(-1) ?? ''],
    ['__name__', pathIn(database, document.path)],
  ]);
  known.set(database, value);
  return value;
}

const dataFor = (fields: Fields): Value => fromFirestore({ mapValue: { fields } });

/** `request.auth`: null when no one is signed in. */
export function authFor({ auth }: Caller): Value {
  if (!auth) return null;
  return new Map<string, Value>([
    ['uid', auth.uid],
    ['token', fromJson(auth.token)],
  ]);
}

/** `request.time`. Firestore stamps documents with the same, in whole milliseconds. */
export const timeFor = (now: Micros): Timestamp =>
  new Timestamp(BigInt(Math.floor(now / 1000)) * 1_000_000n);
