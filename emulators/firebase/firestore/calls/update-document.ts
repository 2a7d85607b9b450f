import { codes, Refusal } from '../contract.ts';
import { readMessage } from '../query/json.ts';
import { readDocumentName } from '../values/resource-names.ts';
import { documentJson, type Json } from './answers.ts';
import { write } from './commit.ts';
import { readDocument, readKeptFields } from './read-write.ts';
import type { Request } from './reading.ts';

/** Handles UpdateDocument: replaces all fields, and creates a missing document. */
export async function updateDocument({ context, message, caller }: Request): Promise<Json> {
  const { database } = context;
  const request = readMessage(message, 'UpdateDocumentRequest', ['document']);
  const { name, fields } = readDocument(request.document);
  const path = readDocumentName(name, database.name);
  const kept = readKeptFields(fields);
  const action = { kind: 'update', fields: kept, mask: undefined, transforms: [] } as const;
  const writes = [{ path, condition: undefined, action }];
  const { left } = await write(context, { writes, caller });
  const document = left(path);
  if (!document) throw new Refusal(codes.INTERNAL, 'The document that was written is not there.');
  return documentJson(database.name, document, document.fields);
}
