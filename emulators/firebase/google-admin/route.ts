import type { Project } from './project.ts';
import { Refused } from './refused.ts';

/** A request, as a route gets it. */
export interface Asked {
  readonly project: Project;
  /** The parts of the path that a route names. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** The body as it was sent. */
  readonly text: string;
  readonly body: Record<string, unknown>;
  /** Whether the caller lacks a permission. */
  readonly isDenied: (permission: string) => boolean;
}

/** A request that the stand-in answers. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: RegExp;
  readonly service: string;
  /** The permission that the caller needs. */
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

/** A page of a list. */
export const inPages = (all: readonly object[], key: string, { query }: Asked): object => {
  const size = Number(query.get('pageSize') ?? 100);
  // The Firebase program sends an empty token for the first page.
  const from = Number(query.get('pageToken') ?? 0);
  const more = from + size < all.length ? { nextPageToken: String(from + size) } : {};
  return { [key]: all.slice(from, from + size), ...more };
};
