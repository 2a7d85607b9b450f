import { previewsIn, storageOrigin } from '@datchain/shared/domain/preview-address.ts';

/** Where the artwork of released works is kept. */
export interface ArtworkStorage {
  /** The project's own buckets: no other one is asked. */
  readonly buckets: readonly string[];
  /** host:port of the local stack's storage. */
  readonly localHost?: string | undefined;
}

const configuredBucket = (env: NodeJS.ProcessEnv): unknown =>
  env.STORAGE_BUCKET || JSON.parse(env.FIREBASE_CONFIG ?? '{}').storageBucket;

/** The storage that the environment names; without a name, the buckets a project has by default. */
export function artworkStorage(env: NodeJS.ProcessEnv): ArtworkStorage {
  const bucket = configuredBucket(env);
  const project = env.GOOGLE_CLOUD_PROJECT;
  const usual = project ? [`${project}.firebasestorage.app`, `${project}.appspot.com`] : [];
  return {
    buckets: typeof bucket === 'string' && bucket !== '' ? [bucket] : usual,
    localHost: env.FIREBASE_STORAGE_EMULATOR_HOST,
  };
}

/** The address of the folder of previews, see previewAddress. */
export const previewsAddress = ({ buckets: [bucket], localHost }: ArtworkStorage): string =>
  previewsIn(bucket, localHost ? `http://${localHost}` : undefined);

/** An address as a download URL of our own buckets; undefined for any other. */
export function downloadUrl(address: string, storage: ArtworkStorage): URL | undefined {
  const { buckets, localHost } = storage;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isStorage = url.origin === storageOrigin || url.origin === `http://${localHost}`;
  const bucket = /^\/v0\/b\/([^/]+)\/o\/[^/]+$/.exec(url.pathname)?.[1];
  return isStorage && bucket !== undefined && buckets.includes(bucket) ? url : undefined;
}
