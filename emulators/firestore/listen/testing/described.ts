import * as web from 'firebase/firestore';
import type { Firestore as AdminFirestore, Query as AdminQuery } from 'firebase-admin/firestore';

/** A query in words that both SDKs can be told in. */
export interface Described {
  readonly where?: readonly (readonly [field: string, op: web.WhereFilterOp, value: unknown])[];
  /** A field, or a field and `desc`. */
  readonly order?: string;
  readonly after?: number;
  readonly first?: number;
  readonly last?: number;
}

/** A query in the words of the Admin SDK. */
export function adminQuery(firestore: AdminFirestore, path: string, asked: Described): AdminQuery {
  const { where = [], after, first, last } = asked;
  let query: AdminQuery = firestore.collection(path);
  for (const [field, op, value] of where) query = query.where(field, op, value);
  for (const [field, direction] of orderOf(asked)) query = query.orderBy(field, direction);
  if (after !== undefined) query = query.startAfter(after);
  if (first !== undefined) query = query.limit(first);
  return last === undefined ? query : query.limitToLast(last);
}

/** The same in the words of the web SDK. */
export function webQuery(firestore: web.Firestore, path: string, asked: Described): web.Query {
  const { where = [], after, first, last } = asked;
  return web.query(
    web.collection(firestore, path),
    ...where.map(([field, op, value]) => web.where(field, op, value)),
    ...orderOf(asked).map(([field, direction]) => web.orderBy(field, direction)),
    ...(after === undefined ? [] : [web.startAfter(after)]),
    ...(first === undefined ? [] : [web.limit(first)]),
    ...(last === undefined ? [] : [web.limitToLast(last)]),
  );
}

function orderOf({ order }: Described): readonly (readonly [string, 'asc' | 'desc'])[] {
  if (order === undefined) return [];
  const [field = '', direction] = order.split(' ');
  return [[field, direction === 'desc' ? 'desc' : 'asc']];
}
