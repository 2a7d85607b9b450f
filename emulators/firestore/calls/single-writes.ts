import { codes, type Fields, Refusal, type Segments } from '../contract.ts';
import { invalid, readMessage, readString } from '../query/json.ts';
import type { Write } from '../store/write.ts';
import { checkOwnId, readDocumentName, readParentName } from '../values/resource-names.ts';
import { documentJson, type Json } from './answers.ts';
import { write } from './commit.ts';
import { shown } from './documents.ts';
import { newDocumentId } from './new-document-id.ts';
import { readCondition, readDocument, readKeptFields, readMask } from './read-write.ts';
import type { Request } from './reading.ts';

/** CreateDocument: with an id of its own, or one that is made up. */
export async function createDocument(request: Request): Promise<Json> {
  const { database } = request.context;
  const message = readMessage(request.message, 'CreateDocumentRequest', [
    ...['parent', 'collectionId', 'documentId', 'document', 'mask'],
  ]);
  const text = (key: string) => readString(message[key], `CreateDocumentRequest.${key}`);
  const parent = readParentName(text('parent'), database.name);
  const collection = text('collectionId');
  checkOwnId(collection, 'collection');
  const id = text('documentId') || newDocumentId();
  checkOwnId(id, 'resource');
  const { name, fields } = readDocument(message.document);
  if (name !== '') throw invalid('document.name must not be set');
  return writeOne(request, readMask(message.mask), {
    path: [...parent, collection, id],
    condition: { kind: 'exists', exists: false },
    action: updateOf(readKeptFields(fields), undefined),
  });
}

/** UpdateDocument: all fields, or those of `updateMask`; creates what is not there. */
export async function updateDocument(request: Request): Promise<Json> {
  const message = readMessage(request.message, 'UpdateDocumentRequest', [
    ...['document', 'updateMask', 'mask', 'currentDocument'],
  ]);
  const { name, fields } = readDocument(message.document);
  return writeOne(request, readMask(message.mask), {
    path: readDocumentName(name, request.context.database.name),
    condition: readCondition(message.currentDocument),
    action: updateOf(readKeptFields(fields), readMask(message.updateMask)),
  });
}

/** DeleteDocument. What is not there is deleted too, unless a condition says otherwise. */
export async function deleteDocument({ context, message, caller }: Request): Promise<Json> {
  const request = readMessage(message, 'DeleteDocumentRequest', ['name', 'currentDocument']);
  const name = readString(request.name, 'DeleteDocumentRequest.name');
  const path = readDocumentName(name, context.database.name);
  const condition = readCondition(request.currentDocument);
  await write(context, { writes: [{ path, condition, action: { kind: 'delete' } }], caller });
  return {};
}

const updateOf = (fields: Fields, mask: readonly Segments[] | undefined): Write['action'] => ({
  kind: 'update',
  fields,
  mask,
  transforms: [],
});

async function writeOne(
  { context, caller }: Request,
  mask: readonly Segments[] | undefined,
  one: Write,
): Promise<Json> {
  const { database } = context;
  const { left } = await write(context, { writes: [one], caller });
  const document = left(one.path);
  if (!document) throw new Refusal(codes.INTERNAL, 'The document that was written is not there.');
  return documentJson(database.name, document, shown(document.fields, mask));
}
