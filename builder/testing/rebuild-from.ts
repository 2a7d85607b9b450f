import { readPublicData } from '@datchain/functions/stores/public-data.ts';
import { readPublicChanges } from '@datchain/functions/stores/public-data-changes.ts';
import {
  bringUpToDate,
  copyOfNothing,
  type StoredPublic,
} from '@datchain/testing/server/a-copy.ts';
import { rebuildSite } from '../rebuild.ts';
import type { RebuildOptions } from '../rebuild-options.ts';
import { copyFileOf } from '../site-state.ts';

export async function rebuildFrom(
  stored: StoredPublic,
  options: Pick<RebuildOptions, 'siteDir' | 'log'> & Partial<RebuildOptions>,
): Promise<void> {
  const { siteDir } = options;
  const copy = copyOfNothing(copyFileOf(siteDir));
  try {
    bringUpToDate(copy, stored);
    await rebuildSite({
      refresh: async () => copy.state,
      read: (now) => readPublicData(copy, now),
      readChanges: (before, now) => readPublicChanges(copy, before, now),
      portalDir: `${siteDir}-no-portal`,
      ...options,
    });
  } finally {
    await copy.close();
  }
}
