import type { FormTree } from './form.ts';
import { type Fields, fields, type Reader } from './params.ts';
import type { Cause, World } from './world.ts';

/** An API request as a handler sees it: authenticated and decoded, without `expand`. */
export type ApiCall = {
  world: World;
  method: string;
  path: string;
  /** The `:placeholders` of the route, in order. */
  ids: string[];
  params: FormTree;
  scope: string;
  /** The masked API key, as errors show it. */
  shownKey: string;
  cause: Cause;
};

/**
 * A route with its handler. Handlers are synchronous, so a call takes effect completely or not at
 * all.
 */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** For a POST: the kind of object answered, if parts of it can be expanded. */
  answers?: string;
  handle: (call: ApiCall) => object;
};

/** Reads all parameters of a call; refuses one outside the shape as "not implemented". */
export function read<S extends Record<string, Reader<unknown>>>(
  call: ApiCall,
  shape: S,
): Fields<S> {
  return fields(shape)(call.params, '');
}

export function readPathId(call: ApiCall, index = 0): string {
  return call.ids[index] ?? '';
}
