import {
  isrcClaimSchema,
  readFactsOfWork,
} from '@datchain/shared/contracts/documents/recording-facts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import type { RecordingFacts } from '@datchain/shared/domain/recording-facts.ts';
import * as v from 'valibot';
import type { DocumentStore } from '../stores/document-store.ts';

type Dats = readonly Pick<DatGuard, 'id'>[];

export async function readFacts(
  store: Pick<DocumentStore, 'read'>,
  dats: Dats,
): Promise<Map<string, RecordingFacts>> {
  const stored = await store.read(dats.map(({ id }) => docs.recordingFacts(id)));
  return new Map(
    dats.flatMap(({ id }) => {
      const own = readFactsOfWork(stored.get(docs.recordingFacts(id))?.data);
      return own ? [[id, own.facts] as const] : [];
    }),
  );
}

export async function compareIsrcs(
  store: Pick<DocumentStore, 'read'>,
  facts: ReadonlyMap<string, RecordingFacts>,
): Promise<string[]> {
  const named = [...facts].flatMap(([datId, { isrc }]) => (isrc ? [{ datId, isrc }] : []));
  const stored = await store.read(named.map(({ isrc }) => docs.isrc(isrc)));
  return named.flatMap(({ datId, isrc }) => {
    const claim = stored.get(docs.isrc(isrc));
    const holder = claim ? v.parse(isrcClaimSchema, claim.data).datId : 'no work';
    return holder === datId ? [] : [`isrc ${isrc}: named by ${datId}, belongs to ${holder}`];
  });
}
