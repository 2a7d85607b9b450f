import type { FormTree } from './form.ts';
import { type Fields, fields, type Reader } from './params.ts';
import type { Cause, World } from './world.ts';

/** One API request as a handler sees it: authenticated, decoded, without `expand`. */
export type ApiCall = {
  world: World;
  method: string;
  path: string;
  /** The `:placeholders` of the route, in order. */
  ids: string[];
  params: FormTree;
  /** The account the call acts for. */
  scope: string;
  /** The key it was made with, as errors show it. */
  shownKey: string;
  cause: Cause;
};

/** Handlers are synchronous: a call's whole effect happens in one go, or not at all. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** On a POST: the kind of object answered, where parts of it can be expanded. */
  answers?: string;
  handle: (call: ApiCall) => object;
};

/** Reads all parameters of a call; one that is not named is answered "not implemented". */
export function read<S extends Record<string, Reader<unknown>>>(
  call: ApiCall,
  shape: S,
): Fields<S> {
  return fields(shape)(call.params, '');
}

/** The id at this place of the path. */
export function idOf(call: ApiCall, index = 0): string {
  return call.ids[index] ?? '';
}
