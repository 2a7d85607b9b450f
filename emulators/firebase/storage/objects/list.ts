import { badRequest } from '../refusal.ts';
import type { StoredObject } from './stored-object.ts';

export interface ListQuery {
  readonly prefix: string;
  /** Names are cut after the first one behind the prefix, and listed once as a folder. */
  readonly delimiter: string;
  readonly pageToken: string | undefined;
  readonly maxResults: number;
}

export interface Page {
  readonly items: readonly StoredObject[];
  /** Folders, each with its delimiter at the end. */
  readonly prefixes: readonly string[];
  readonly nextPageToken?: string;
}

const MOST_RESULTS = 1000;

export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const maxResults = Number(parameters.get('maxResults') ?? MOST_RESULTS);
  if (!Number.isInteger(maxResults) || maxResults < 1) {
    throw badRequest('maxResults must be a whole number from 1');
  }
  return {
    prefix: parameters.get('prefix') ?? '',
    delimiter: parameters.get('delimiter') ?? '',
    pageToken: parameters.get('pageToken') ?? undefined,
    maxResults: Math.min(maxResults, MOST_RESULTS),
  };
}

/** One page of a bucket's objects, which are given in order of their names. */
export function listPage(objects: readonly StoredObject[], query: ListQuery): Page {
  const { prefix, delimiter, pageToken, maxResults } = query;
  const after = pageToken === undefined ? '' : Buffer.from(pageToken, 'base64url').toString();
  const items: StoredObject[] = [];
  const prefixes: string[] = [];
  let last = '';
  for (const object of objects) {
    if (!object.name.startsWith(prefix)) continue;
    const cut = delimiter ? object.name.indexOf(delimiter, prefix.length) : -1;
    const entry = cut < 0 ? object.name : object.name.slice(0, cut + delimiter.length);
    if (entry <= after || entry === last) continue;
    if (items.length + prefixes.length === maxResults) {
      return { items, prefixes, nextPageToken: Buffer.from(last).toString('base64url') };
    }
    if (cut < 0) items.push(object);
    else prefixes.push(entry);
    last = entry;
  }
  return { items, prefixes };
}
