import type { Project } from './project.ts';
import { Refused } from './refused.ts';

export interface Asked {
  readonly project: Project;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly isDenied: (permission: string) => boolean;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: RegExp;
  readonly service: string;
  readonly permission: string;
  readonly needsBilling?: true;
  readonly answer: (asked: Asked) => unknown;
}

export const missing = (what: string): never => {
  throw new Refused(404, 'NOT_FOUND', `${what} not found.`);
};
export const there = (what: string): never => {
  throw new Refused(409, 'ALREADY_EXISTS', `${what} already exists.`);
};

export const inPages = (all: readonly object[], key: string, { query }: Asked): object => {
  const size = Number(query.get('pageSize') ?? 100);
  // The Firebase CLI sends an empty token for the first page.
  const from = Number(query.get('pageToken') ?? 0);
  const more = from + size < all.length ? { nextPageToken: String(from + size) } : {};
  return { [key]: all.slice(from, from + size), ...more };
};
