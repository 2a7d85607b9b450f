/**
 * What an expression is, as far as can be said before it is computed. The Realtime Database refuses
 * rules by it when they are loaded:
 *
 * - `value`: something stored, from `val()` or `getPriority()`. It may be any plain value; of its
 *   members only a text's are known.
 * - `auth`: `auth` and whatever is inside it, at any depth.
 * - `filter`: what a query was limited to. `mixed`: one or the other side of a `? :`.
 * - `method`: a method that is named without being called.
 */
export type Type =
  | 'boolean'
  | 'number'
  | 'text'
  | 'null'
  | 'pattern'
  | 'list'
  | 'snapshot'
  | 'method'
  | 'value'
  | 'auth'
  | 'query'
  | 'filter'
  | 'mixed';

/** Types that may turn out to be any plain value once they are computed. */
const OPEN: readonly Type[] = ['value', 'auth', 'mixed'];

/** What `==` and `!=` compare. */
export const COMPARABLE: ReadonlySet<Type> = new Set<Type>([
  ...OPEN,
  'filter',
  'boolean',
  'number',
  'text',
  'null',
]);

/** What `<` orders and `+` joins. */
export const ORDERABLE: ReadonlySet<Type> = new Set<Type>([...OPEN, 'filter', 'number', 'text']);

/** What arithmetic takes. */
export const NUMERIC: ReadonlySet<Type> = new Set<Type>([...OPEN, 'filter', 'number']);

/** What a method takes for a text. */
export const TEXTUAL: ReadonlySet<Type> = new Set<Type>([...OPEN, 'text']);

/** The fields of `query`. */
export const QUERY_FIELDS: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['orderByKey', 'boolean'],
  ['orderByValue', 'boolean'],
  ['orderByPriority', 'boolean'],
  ['orderByChild', 'filter'],
  ['startAt', 'filter'],
  ['endAt', 'filter'],
  ['equalTo', 'filter'],
  ['limitToFirst', 'filter'],
  ['limitToLast', 'filter'],
]);

/** The variables of a rule; `$names` are texts. */
export const VARIABLES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['now', 'number'],
  ['auth', 'auth'],
  ['root', 'snapshot'],
  ['data', 'snapshot'],
  ['newData', 'snapshot'],
  ['query', 'query'],
]);
