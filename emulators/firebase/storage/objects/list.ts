import { badRequest } from '../refusal.ts';
import type { StoredObject } from './stored-object.ts';

export interface ListQuery {
  readonly prefix: string;
  /**
   * The separator of folders: longer names are listed once, up to the first one after the prefix.
   */
  readonly delimiter: string;
  readonly pageToken: string | undefined;
  readonly maxResults: number;
}

export interface Page {
  readonly items: readonly StoredObject[];
  readonly prefixes: readonly string[];
  readonly nextPageToken?: string;
}

const MAX_PAGE_SIZE = 1000;

export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const maxResults = Number(parameters.get('maxResults') ?? MAX_PAGE_SIZE);
  if (!Number.isInteger(maxResults) || maxResults < 1) {
    throw badRequest('maxResults must be a whole number from 1');
  }
  return {
    prefix: parameters.get('prefix') ?? '',
    delimiter: parameters.get('delimiter') ?? '',
    pageToken: parameters.get('pageToken') ?? undefined,
    maxResults: Math.min(maxResults, MAX_PAGE_SIZE),
  };
}

/** Returns a page of a bucket's objects. The objects must be sorted by name. */
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
