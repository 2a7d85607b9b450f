import { type DatabaseName, invalid, type Segments } from '../contract.ts';
import { isReserved } from './reserved.ts';
import { isLonger } from './utf8.ts';

const maxIdBytes = 1_500;

/** Formats the resource name of a document; an empty path gives the parent of root collections. */
export const writeName = ({ project, database }: DatabaseName, path: Segments): string =>
  ['projects', project, 'databases', database, 'documents', ...path].join('/');

/**
 * Reads the resource name of a document.
 * @param database that it must belong to
 * @throws Refusal INVALID_ARGUMENT
 */
export function readDocumentName(name: string, database: DatabaseName): Segments {
  const path = readParentName(name, database);
  if (path.length > 0) return path;
  throw invalid(`"${name}" is not the name of a document.`);
}

/** Reads the name of a collection's parent: a document, or the root with an empty path. */
export function readParentName(name: string, database: DatabaseName): Segments {
  const path = readPath(name);
  checkDatabaseName(databaseOf(name), database);
  return path;
}

/** Reads the resource name of a document in any project and database, as in a reference value. */
export function readAnyName(name: string): Segments {
  const path = readPath(name);
  if (path.length > 0) return path;
  throw invalid(`"${name}" is not the name of a document.`);
}

/** @throws Refusal INVALID_ARGUMENT unless it is `projects/P/databases/D` of this database */
export function checkDatabaseName(name: string, { project, database }: DatabaseName): void {
  if (name === `projects/${project}/databases/${database}`) return;
  throw invalid(`Database name "${name}" is not projects/${project}/databases/${database}.`);
}

export const databaseOf = (name: string): string => name.split('/', 4).join('/');

function readPath(name: string): Segments {
  const parts = /^projects\/[^/]+\/databases\/[^/]+\/documents(?:\/(.+))?$/s.exec(name);
  if (!parts) throw invalid(`"${name}" is not projects/P/databases/D/documents/….`);
  const path = parts[1]?.split('/') ?? [];
  if (path.length % 2 === 1) throw invalid(`"${name}" is a collection, not a document.`);
  for (const [at, id] of path.entries()) checkOwnId(id, at % 2 === 0 ? 'collection' : 'resource');
  return path;
}

export function checkOwnId(id: string, kind: 'collection' | 'resource'): void {
  const named = `${kind === 'collection' ? 'Collection' : 'Resource'} id "${id}"`;
  if (id === '') throw invalid(`${named} is invalid because it is empty.`);
  if (id.includes('/')) throw invalid(`${named} is invalid because it contains "/".`);
  if (id === '.' || id === '..' || isReserved(id)) {
    throw invalid(`${named} is invalid because it is reserved.`);
  }
  if (isLonger(id, maxIdBytes)) throw invalid(`${named} is longer than ${maxIdBytes} bytes.`);
}
