import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readList } from '@datchain/shared/contracts/tolerant.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { useMemo } from 'react';
import { useCollection } from './use-document.ts';
import type { Live } from './use-watched.ts';

const asStored = (value: unknown): unknown => value;

const readDats = (value: unknown): ReadonlyMap<string, Dat> =>
  new Map(
    readList(value)
      .flatMap((part) => readAssetsSummary(part, docs.assetsSummaries).dats)
      .map((dat) => [dat.id, dat]),
  );

export function useDats(): Live<ReadonlyMap<string, Dat>> {
  const summaries = useCollection(docs.assetsSummaries, asStored);
  const value = summaries.state === 'ready' ? summaries.value : undefined;
  // Hundreds of rows: parsed once for each change, not for each render.
  const dats = useMemo(() => readDats(value), [value]);
  return summaries.state === 'ready' ? { state: 'ready', value: dats } : summaries;
}
