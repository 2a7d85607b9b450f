import { isrcClaimSchema } from '@datchain/shared/contracts/documents/recording-facts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';

type Needs = Pick<Services, 'store'> & { readonly releases: Pick<Services['releases'], 'find'> };

/** Names the work that has an ISRC only where everyone can see that work. */
async function taken({ releases }: Needs, datId: string): Promise<Refusal> {
  const other = await releases.find(datId);
  const name =
    other?.state === 'published' ? `"${other.songName}" by ${other.artistName}` : 'another work';
  return refuse('already-exists', `This ISRC already belongs to ${name}.`);
}

/**
 * What has to be created so that a work has an ISRC and no other work can have it: of two that
 * create it at once only one is written.
 *
 * @returns nothing to create where the work has it already, or a refusal when another one has it
 */
export async function claimIsrc(
  services: Needs,
  { isrc, datId }: { isrc: string | undefined; datId: string },
): Promise<{ path: string; data: Data }[] | Refusal> {
  if (isrc === undefined) return [];
  const path = docs.isrc(isrc);
  const stored = (await services.store.read([path])).get(path);
  if (!stored) return [{ path, data: { datId } }];
  const holder = v.parse(isrcClaimSchema, stored.data).datId;
  return holder === datId ? [] : taken(services, holder);
}

/** What has to be removed so that another work can have an ISRC that this one had. */
export async function releaseIsrc(
  { store }: Pick<Needs, 'store'>,
  { isrc, datId }: { isrc: string | undefined; datId: string },
): Promise<{ path: string; version: unknown }[]> {
  if (isrc === undefined) return [];
  const path = docs.isrc(isrc);
  const stored = (await store.read([path])).get(path);
  if (!stored || v.parse(isrcClaimSchema, stored.data).datId !== datId) return [];
  return [{ path, version: stored.version }];
}
