import { codes, Refusal } from '../contract.ts';
import { isReservedId } from './reserved.ts';

/**
 * Checks the resource name of a document, as a value holds it, in any project and database.
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function checkReference(name: string): void {
  const is = (what: string) =>
    new Refusal(codes.INVALID_ARGUMENT, `Resource name "${name}" ${what}`);
  const parts = name.split('/');
  if (parts[0] !== 'projects') throw is('lacks "projects" at index 0.');
  if (name.endsWith('/documents/')) throw is('is invalid: Omit trailing "/".');
  if (name.endsWith('/')) throw is('has invalid trailing "/".');
  const [, project, databases, database, documents, ...path] = parts;
  if (project === '') throw is('lacks a project id at index 9.');
  if (databases === undefined) throw is(`lacks "/" at index ${name.length}.`);
  if (databases !== 'databases') {
    throw is(`lacks "databases" at index ${indexOfPart(parts, 2)}.`);
  }
  if (database === undefined || documents === undefined) {
    throw is(`lacks "/" at index ${name.length}.`);
  }
  if (documents !== 'documents') {
    throw new Refusal(codes.INVALID_ARGUMENT, `Resource "${name}" is not recognized.`);
  }
  if (path.length === 0) {
    throw is(
      'is invalid: Omit "/documents" when referencing a database (except as the parent of a document).',
    );
  }
  for (const [at, id] of path.entries()) {
    const what = at % 2 === 0 ? 'collection' : 'resource';
    const index = indexOfPart(parts, at + 5);
    if (id === '') throw is(`lacks a ${what} id at index ${index}.`);
    if (id === '.' || id === '..') throw is(`contains a ${what} id "${id}" at index ${index}.`);
    checkReserved(id, what);
  }
  if (path.length % 2 === 1) throw is(`lacks "/" at index ${name.length}.`);
}

const indexOfPart = (parts: readonly string[], at: number): number =>
  parts.slice(0, at).join('/').length + 1;

function checkReserved(id: string, what: 'collection' | 'resource'): void {
  if (!isReservedId(id, what)) return;
  const kind = what === 'collection' ? 'Collection' : 'Resource';
  throw new Refusal(
    codes.INVALID_ARGUMENT,
    `${kind} id "${id}" is invalid because it is reserved.`,
  );
}

/** `projects/P/databases/D` of a document's resource name. */
export const databaseOf = (name: string): string => name.split('/', 4).join('/');
