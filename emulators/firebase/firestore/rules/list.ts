import { anyDepth, type PathPart, someDocument } from '../../rules/match.ts';
import { Constraint, Path, type Value } from '../../rules/values.ts';
import type { ListQuestion, Segments, View } from '../contract.ts';
import { readInt32 } from '../query/json.ts';
import { readOrders } from '../query/order.ts';
import { readWhere } from '../query/read.ts';
import { isNamePath } from '../values/field-paths.ts';
import { type Branch, listBranches } from './branches.ts';
import { buildKnownData, knownFields } from './known-fields.ts';
import { documentFor, pathIn } from './values.ts';

export interface ListCase {
  readonly path: readonly PathPart[];
  /** `request.path`; undefined for a collection group. */
  readonly requestPath: Path | undefined;
  /** Undefined if the query names a document that does not exist. */
  readonly resource: Value | undefined;
}

/**
 * Lists the cases of a list request; all of them must be allowed. A query for a document name is
 * judged by that document, any other by its filters.
 * @param documents the current data
 * @throws Refusal INVALID_ARGUMENT for an invalid query
 */
export function listCases(
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
  return listBranches(readWhere(query.where)).map((branch) => {
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

/** Returns the document of a `__name__ ==` filter, if the branch has no other filter on names. */
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
    ['data', buildKnownData(fields)],
    ...(facts.length > 0 ? [['__name__', new Constraint(facts)] as const] : []),
  ]);
}

/** Makes `request.query`: limit (null without one), offset, and the explicit orderBy. */
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
