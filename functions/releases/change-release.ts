import { type Release, releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

/**
 * Changes a release and retries after concurrent writes.
 *
 * @param decide the fields that change; undefined for no change
 * @returns the changed release; undefined when it does not exist or did not change
 * @throws when every attempt met a conflict
 */
export async function changeRelease(
  { store }: Pick<Services, 'store'>,
  id: string,
  decide: (release: Release) => Partial<Release> | undefined,
): Promise<Release | undefined> {
  const path = docs.release(id);
  return retryOnConflict(alwaysLate(`the release ${id}`), async () => {
    const stored = (await store.read([path])).get(path);
    if (!stored) return undefined;
    const release = v.parse(releaseSchema, stored.data);
    const change = decide(release);
    if (!change) return undefined;
    const replace = [{ path, data: { ...stored.data, ...change }, version: stored.version }];
    const written = await store.write({ replace });
    return written === 'conflict' ? written : { ...release, ...change };
  });
}
