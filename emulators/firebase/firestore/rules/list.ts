import { anyDepth, type PathPart, someDocument } from '../../rules/match.ts';
import { Constraint, Path, type Value } from '../../rules/values.ts';
import type { ListQuestion, Segments, View } from '../contract.ts';
import { readInt32 } from '../query/json.ts';
import { readOrders } from '../query/order.ts';
import { readWhere } from '../query/read.ts';
import { isNamePath } from '../values/field-paths.ts';
import { type Branch, branchesOf } from './branches.ts';
import { dataOf, knownFields } from './known-fields.ts';
import { documentFor, pathIn } from './values.ts';

/** A list, or one of the ways to be found by it, as the rules are asked about it. */
export interface ListCase {
  readonly path: readonly PathPart[];
  /** `request.path`; a collection group has none. */
  readonly requestPath: Path | undefined;
  /** Undefined where the query names a document that is not there. */
  readonly resource: Value | undefined;
}

/**
 * What the rules are asked about a list: all of it has to be allowed. A query for one name is
 * judged by that document, every other by what its filters say.
 * @param documents the data as they are
 * @throws Refusal INVALID_ARGUMENT for a query that cannot be read
 */
export function casesOf(
  { parent, collection, isGroup, query }: ListQuestion,
  database: string,
  documents: View,
): readonly ListCase[] {
  const root = ['databases', database, 'documents', ...parent];
  const between: readonly PathPart[] = isGroup ? [anyDepth] : [];
  const whole: Omit<ListCase, 'resource'> = {
    path: [...root, ...between, collection, someDocument],
    requestPath: isGroup ? undefined : pathIn(database, [...parent, collection]),
  };
  return branchesOf(readWhere(query.where)).map((branch) => {
    const name = nameIn(branch);
    if (!name) return { ...whole, resource: resourceOf(branch) };
    const path = pathIn(database, name);
    const document = documents.get(name);
    return {
      path: path.segments,
      requestPath: path,
      resource: document && documentFor(database, document),
    };
  });
}

/** The one document that a branch asks for by `__name__ ==`, if it says nothing else of names. */
function nameIn(branch: Branch): Segments | undefined {
  const [first, ...others] = branch.filter(({ field }) => isNamePath(field));
  if (!first?.isFixed || others.length > 0) return undefined;
  const { value } = first.fact;
  return value instanceof Path ? value.segments.slice(3) : undefined;
}

function resourceOf(branch: Branch): Value {
  const facts = branch.filter(({ field }) => isNamePath(field)).map(({ fact }) => fact);
  const fields = knownFields(branch.filter(({ field }) => !isNamePath(field)));
  return new Map<string, Value>([
    ['data', dataOf(fields)],
    ...(facts.length > 0 ? [['__name__', new Constraint(facts)] as const] : []),
  ]);
}

/** `request.query`: limit (null without one), offset, and orderBy as it was written. */
export function queryFor({ limit, offset, orderBy }: ListQuestion['query']): Value {
  const most = readInt32(limit, 'StructuredQuery.limit');
  return new Map<string, Value>([
    ['limit', most === undefined ? null : BigInt(most)],
    ['offset', BigInt(readInt32(offset, 'StructuredQuery.offset') ?? 0)],
    [
      'orderBy',
      new Map(
        readOrders(orderBy).map(({ field, isDescending }) => [
          field.join('.'),
          isDescending ? 'DESC' : 'ASC',
        ]),
      ),
    ],
  ]);
}
