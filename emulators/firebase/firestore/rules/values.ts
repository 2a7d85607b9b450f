import { fromFirestore } from '../../rules/from-firestore.ts';
import { fromJson } from '../../rules/from-json.ts';
import { Path, type RulesMap, Timestamp, type Value } from '../../rules/values.ts';
import type { Caller, Fields, Micros, Segments, StoredDocument } from '../contract.ts';

export const pathIn = (database: string, path: Segments): Path =>
  new Path(['databases', database, 'documents', ...path]);

/** A cache of translated documents, which are immutable. */
const translated = new WeakMap<StoredDocument, Map<string, RulesMap>>();

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

export function authFor({ auth }: Caller): Value {
  if (!auth) return null;
  return new Map<string, Value>([
    ['uid', auth.uid],
    ['token', fromJson(auth.token)],
  ]);
}

/** Makes `request.time`, in whole milliseconds like Firestore's server timestamps. */
export const timeFor = (now: Micros): Timestamp =>
  new Timestamp(BigInt(Math.floor(now / 1000)) * 1_000_000n);
