import type { KeptRelease } from '../draft-store.ts';

const isSameFile = (one: File | null, other: File | null): boolean =>
  one?.name === other?.name &&
  one?.size === other?.size &&
  one?.lastModified === other?.lastModified;

/** Whether two readings of the kept draft would make the same DAT. */
export const isSameRelease = (one: KeptRelease, other: KeptRelease | undefined): boolean =>
  other !== undefined &&
  JSON.stringify(one.draft) === JSON.stringify(other.draft) &&
  isSameFile(one.artwork, other.artwork) &&
  isSameFile(one.audio, other.audio);
