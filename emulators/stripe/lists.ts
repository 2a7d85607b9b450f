import type { ApiCall } from './call.ts';
import { invalidParam, noSuch } from './errors.ts';
import type { FormTree } from './form.ts';
import { type Fields, fields, maybe, type Reader, text, whole } from './params.ts';
import type { TableName, Tables } from './tables.ts';

type Scoped = {
  [T in TableName]: Tables[T] extends { scope: string; object: object } ? T : never;
}[TableName];
type ObjectOf<T extends Scoped> = Tables[T]['object'];

const paging = {
  limit: maybe(whole(1)),
  starting_after: maybe(text()),
  ending_before: maybe(text()),
};

const createdRange = fields({ gte: whole() });

/** Finds a row of the call's own account. @throws "No such …" */
export function findRow<T extends Scoped>(
  call: Pick<ApiCall, 'world' | 'scope'>,
  table: T,
  named: { kind: string; id: string; param?: string },
): Tables[T] {
  const row = call.world.store.get(table, named.id) as Tables[T] | undefined;
  if (row === undefined || row.scope !== call.scope) {
    throw noSuch(named.kind, named.id, named.param);
  }
  return row;
}

/**
 * Answers a list call: newest first, filtered by `created` and `keep`, one page of `limit` items
 * (1–100, default 10).
 */
export function listRows<T extends Scoped, S extends Record<string, Reader<unknown>>>(
  call: ApiCall,
  table: T,
  options: { filters: S; keep: (object: ObjectOf<T>, filters: Fields<S>) => boolean },
): object {
  const { limit, starting_after, ending_before, created, ...rest } = call.params;
  const paged = fields(paging)(definedOnly({ limit, starting_after, ending_before }), '');
  const from = maybe(createdRange)(created, 'created')?.gte ?? 0;
  const filters = fields(options.filters)(rest, '');
  const matching = [...(call.world.store.rows(table) as Iterable<Tables[T]>)]
    .filter((row) => row.scope === call.scope)
    .map((row) => row.object as ObjectOf<T>)
    .filter((object) => createdOf(object) >= from && options.keep(object, filters))
    .reverse();
  return page(call.path, matching, paged);
}

const createdOf = (object: object): number => ('created' in object ? Number(object.created) : 0);

function definedOnly(params: Record<string, FormTree | string | undefined>): FormTree {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function page(url: string, objects: object[], params: Fields<typeof paging>): object {
  const limit = params.limit ?? 10;
  if (limit > 100) {
    throw invalidParam(
      'limit',
      'This value must be less than or equal to 100.',
      'parameter_invalid_integer',
    );
  }
  if (params.ending_before !== undefined) {
    const before = objects.slice(0, indexOf(objects, params.ending_before, 'ending_before'));
    return makeList(url, before.slice(-limit), before.length > limit);
  }
  const start =
    params.starting_after === undefined
      ? 0
      : indexOf(objects, params.starting_after, 'starting_after') + 1;
  return makeList(url, objects.slice(start, start + limit), objects.length > start + limit);
}

export function makeList<T>(url: string, data: T[], hasMore = false) {
  return { object: 'list' as const, data, has_more: hasMore, url };
}

function indexOf(objects: object[], id: string, param: string): number {
  const index = objects.findIndex((object) => 'id' in object && object.id === id);
  if (index === -1) throw noSuch('object', id, param);
  return index;
}
