import { codes, type DatabaseName, Refusal, type Segments } from '../contract.ts';
import { isReservedId } from './reserved.ts';
import { isLonger } from './utf8.ts';

const invalid = (message: string) => new Refusal(codes.INVALID_ARGUMENT, message);

/** Most bytes of one part of a name. */
const mostBytes = 1_500;

/** The resource name of a document, or with an empty path the parent of what lies at the top. */
export const writeName = ({ project, database }: DatabaseName, path: Segments): string =>
  ['projects', project, 'databases', database, 'documents', ...path].join('/');

/**
 * Reads the resource name of a document.
 * @param database in which it has to be
 * @throws Refusal INVALID_ARGUMENT in Firestore's words
 */
export function readDocumentName(name: string, database: DatabaseName): Segments {
  const path = readPath(name, 'Document name', database);
  if (path.length > 0) return path;
  throw invalid(
    `Document name "${name}" is invalid: Omit "/documents" when referencing a database (except as the parent of a document).`,
  );
}

/** Reads the name of what lies above a collection: a document, or the root, which has no path. */
export const readParentName = (name: string, database: DatabaseName): Segments =>
  readPath(name, 'Document parent name', database);

/** @throws Refusal INVALID_ARGUMENT unless it is `projects/P/databases/D` of this database */
export function checkDatabaseName(name: string, { project, database }: DatabaseName): void {
  if (name === `projects/${project}/databases/${database}`) return;
  throw invalid(`Database name "${name}" is not projects/${project}/databases/${database}.`);
}

function readPath(name: string, what: string, database: DatabaseName): Segments {
  const is = (wrong: string) => invalid(`${what} "${name}" ${wrong}`);
  const parts = name.split('/');
  const indexOf = (at: number) => parts.slice(0, at).join('/').length + 1;
  const expectWord = (at: number, word: string) => {
    if (parts.length <= at) throw is(`lacks "/" at index ${name.length}.`);
    if (parts[at] !== word) throw is(`lacks "${word}" at index ${indexOf(at)}.`);
  };
  const expectId = (at: number, kind: string) => {
    if (parts.length <= at) throw is(`lacks "/" at index ${name.length}.`);
    if (parts[at] === '') throw is(`lacks a ${kind} id at index ${indexOf(at)}.`);
  };
  if (parts[0] !== 'projects') throw is('lacks "projects" at index 0.');
  if (name.endsWith('/documents/')) throw is('is invalid: Omit trailing "/".');
  if (name.endsWith('/') && parts.length > 5) throw is('has invalid trailing "/".');
  expectId(1, 'project');
  expectWord(2, 'databases');
  expectId(3, 'database');
  expectWord(4, 'documents');
  const path = parts.slice(5);
  path.forEach((id, at) => {
    const kind = at % 2 === 0 ? 'collection' : 'resource';
    expectId(at + 5, kind);
    if (id === '.' || id === '..') {
      throw is(`contains a ${kind} id "${id}" at index ${indexOf(at + 5)}.`);
    }
    checkId(id, kind);
  });
  if (path.length % 2 === 1) throw is(`lacks "/" at index ${name.length}.`);
  if (parts[1] === database.project && parts[3] === database.database) return path;
  throw is(`is not in the database projects/${database.project}/databases/${database.database}.`);
}

function checkId(id: string, kind: 'collection' | 'resource'): void {
  const named = kind === 'collection' ? 'Collection id' : 'Resource id';
  if (isReservedId(id, kind)) {
    throw invalid(`${named} "${id}" is invalid because it is reserved.`);
  }
  if (isLonger(id, mostBytes)) {
    const part = kind === 'collection' ? 'kind' : 'name';
    throw invalid(`The key path element ${part} is longer than ${mostBytes} bytes.`);
  }
}

/** Checks an id that a request names by itself. @throws Refusal INVALID_ARGUMENT */
export function checkOwnId(id: string, kind: 'collection' | 'resource'): void {
  const named = kind === 'collection' ? 'Collection id' : 'Resource id';
  if (id === '') throw invalid(`${named} "" is invalid because it is empty.`);
  if (id.includes('/')) throw invalid(`${named} "${id}" is invalid because it contains "/".`);
  if (id === '.' || id === '..') {
    throw invalid(`${named} "${id}" is invalid because it is reserved.`);
  }
  checkId(id, kind);
}
