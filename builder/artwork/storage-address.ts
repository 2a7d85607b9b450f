import { previewsIn, storageOrigin } from '@datchain/shared/domain/preview-address.ts';

export interface ArtworkStorage {
  /** The project's own buckets: no other one is asked. */
  readonly buckets: readonly string[];
  /** host:port of the local stack's storage. */
  readonly localHost?: string | undefined;
}

/** The storage that the environment names; without a name, the buckets a project has by default. */
export function artworkStorage(env: NodeJS.ProcessEnv): ArtworkStorage {
  const bucket: unknown =
    env.STORAGE_BUCKET || JSON.parse(env.FIREBASE_CONFIG ?? '{}').storageBucket;
  const project = env.GOOGLE_CLOUD_PROJECT;
  const usual = project ? [`${project}.firebasestorage.app`, `${project}.appspot.com`] : [];
  return {
    buckets: typeof bucket === 'string' && bucket !== '' ? [bucket] : usual,
    localHost: env.FIREBASE_STORAGE_EMULATOR_HOST,
  };
}

export const previewsAddress = ({ buckets: [bucket], localHost }: ArtworkStorage): string =>
  previewsIn(bucket, localHost ? `http://${localHost}` : undefined);

const isLocal = (origin: string): boolean => /^http:\/\/127\.0\.0\.1(:\d+)?$/.test(origin);

/** An address as a download URL of our own buckets, or of the local stack's Storage; undefined for any other. */
export function downloadUrl(address: string, storage: ArtworkStorage): URL | undefined {
  const { buckets, localHost } = storage;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isStorage = url.origin === storageOrigin || (localHost && isLocal(url.origin));
  const bucket = /^\/v0\/b\/([^/]+)\/o\/[^/]+$/.exec(url.pathname)?.[1];
  if (!isStorage || bucket === undefined || !buckets.includes(bucket)) return undefined;
  return localHost ? new URL(url.pathname + url.search, `http://${localHost}`) : url;
}

/** Whether an address is one of this site: no row may name a picture there, because only builds make those. */
export const isOnSite = (address: string): boolean => /^\/(?!\/)/.test(address);
