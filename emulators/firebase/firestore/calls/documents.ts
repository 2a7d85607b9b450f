import { codes, type DatabaseName, type Fields, Refusal, type Segments } from '../contract.ts';
import { readList, readMessage, readString } from '../query/json.ts';
import { pickFields } from '../values/field-paths.ts';
import { checkDatabaseName, readDocumentName, writeName } from '../values/resource-names.ts';
import { writeTime } from '../values/times.ts';
import { documentJson, type Json } from './answers.ts';
import { accessToRead } from './context.ts';
import { readMask } from './read-write.ts';
import { beginReading, type Reading, type Request } from './reading.ts';

/** Handles GetDocument. @throws Refusal NOT_FOUND, only after the rules have allowed the read */
export function getDocument({ context, message, caller }: Request): Json {
  const { database } = context;
  const request = readMessage(message, 'GetDocumentRequest', [
    'name',
    'mask',
    'transaction',
    'readTime',
  ]);
  const name = readString(request.name, 'GetDocumentRequest.name');
  const path = readDocumentName(name, database.name);
  const mask = readMask(request.mask);
  const reading = beginReading(context, request);
  const document = reading.moment.get(path);
  accessToRead(context, caller, reading.moment)?.get(path, document);
  reading.transaction?.locks.addDocument(path);
  if (!document) throw new Refusal(codes.NOT_FOUND, `Document (${name}) not found.`);
  return documentJson(database.name, document, shown(document.fields, mask));
}

/** Handles BatchGetDocuments: each document once, in the order of the first mention. */
export function batchGetDocuments({ context, message, caller }: Request): readonly Json[] {
  const { database } = context;
  const request = readMessage(message, 'BatchGetDocumentsRequest', [
    'database',
    'documents',
    'mask',
    'transaction',
    'newTransaction',
    'readTime',
  ]);
  checkDatabaseName(readString(request.database, 'database'), database.name);
  const names = readList(request.documents, 'BatchGetDocumentsRequest.documents');
  const paths = [...new Set(names.map((name) => readString(name, 'documents')))].map((name) =>
    readDocumentName(name, database.name),
  );
  const mask = readMask(request.mask);
  const reading = beginReading(context, request);
  const access = accessToRead(context, caller, reading.moment);
  for (const path of paths) access?.get(path, reading.moment.get(path));
  const begun = reading.begun === undefined ? [] : [{ transaction: reading.begun }];
  return [...begun, ...paths.map((path) => found({ reading, path, mask, name: database.name }))];
}

interface Lookup {
  readonly reading: Reading;
  readonly path: Segments;
  readonly mask: readonly Segments[] | undefined;
  readonly name: DatabaseName;
}

function found({ reading: { moment, transaction }, path, mask, name }: Lookup): Json {
  transaction?.locks.addDocument(path);
  const document = moment.get(path);
  const readTime = writeTime(moment.time);
  if (!document) return { missing: writeName(name, path), readTime };
  return { found: documentJson(name, document, shown(document.fields, mask)), readTime };
}

export const shown = (fields: Fields, mask: readonly Segments[] | undefined): Fields =>
  mask ? pickFields(fields, mask) : fields;
