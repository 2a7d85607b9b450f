import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import type { Asked, PlayedServices } from '../../../testing/played/played-services.ts';
import { encodeFields } from '../../../testing/rest-fields.ts';

const parent = 'projects/played/databases/(default)/documents';
const readAt = '2026-01-01T00:00:00.000000Z';

const documentAt = (path: string, data: Record<string, unknown>) => ({
  name: `${parent}/${path}`,
  fields: encodeFields(data),
  createTime: readAt,
  updateTime: readAt,
});

type Documents = Readonly<Record<string, Record<string, unknown>>>;

export function playDocuments(services: PlayedServices, documents: Documents): void {
  services.play('documents:batchGet', ({ body }) => {
    const names = isRecord(body) && Array.isArray(body.documents) ? body.documents : [];
    const json = names.map((name: string) => {
      const path = name.slice(parent.length + 1);
      const data = documents[path];
      return data
        ? { found: documentAt(path, data), readTime: readAt }
        : { missing: name, readTime: readAt };
    });
    return { json };
  });
}

export function playCollection(
  services: PlayedServices,
  collection: string,
  documents: Documents,
): void {
  const found = Object.entries(documents).map(([id, data]) =>
    documentAt(`${collection}/${id}`, data),
  );
  services.play(`/documents/${collection}`, { json: { documents: found } });
}

export function playDocumentAt(
  services: PlayedServices,
  path: string,
  data: Record<string, unknown>,
): void {
  services.play(`/documents/${path}`, { json: documentAt(path, data) });
}

export interface AskedQuery {
  readonly collection: string;
  readonly field: string;
  readonly compared: readonly (readonly [op: string, text: string])[];
  readonly limit: number;
}

type Filter = {
  fieldFilter: { field: { fieldPath: string }; op: string; value: { stringValue: string } };
};

type QueryBody = {
  structuredQuery: {
    from: [{ collectionId: string }];
    where: Filter | { compositeFilter: { filters: Filter[] } };
    limit: number;
  };
};

export function readQuery({ body }: Asked): AskedQuery {
  const { from, where, limit } = (body as QueryBody).structuredQuery;
  const filters = 'fieldFilter' in where ? [where] : where.compositeFilter.filters;
  return {
    collection: from[0].collectionId,
    field: filters[0]?.fieldFilter.field.fieldPath ?? '',
    compared: filters.map(({ fieldFilter: { op, value } }) => [op, value.stringValue] as const),
    limit,
  };
}

export interface PlayedUser {
  readonly username: string;
  readonly artistName?: string;
}

/** Plays the queries on users; the uid of a found user is `uid of` the username. */
export function playUsers(
  services: PlayedServices,
  find: (query: AskedQuery) => readonly PlayedUser[] | Promise<readonly PlayedUser[]>,
): void {
  services.play('documents:runQuery', async (asked) => {
    const users = await find(readQuery(asked));
    const json = users.map(({ username, artistName }) => ({
      document: documentAt(`users/uid of ${username}`, {
        username,
        accountType: artistName ? 'Artist' : 'Fan',
        ...(artistName && { ArtistName: artistName }),
        profileImageUrl: '',
      }),
      readTime: readAt,
    }));
    return { json };
  });
}
