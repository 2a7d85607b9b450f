import { join } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { siteAddress } from '@datchain/shared/domain/site.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { KnownRow } from '../ledger/src/rows/row-file.ts';
import { artworkStorage, previewsAddress } from './artwork/storage-address.ts';
import { fingerprint, fingerprintFiles, listFiles } from './fingerprint.ts';
import { RebuildError, type RebuildOptions } from './rebuild-options.ts';
import { root } from './root.ts';

// Hashes of a site's inputs. While they are equal, there is nothing to build.

export const choosePortalDir = ({
  portalDir = join(root, 'portal/dist'),
}: RebuildOptions): string => portalDir;

const portalFingerprint = (portalDir: string): string =>
  fingerprintFiles(listFiles(portalDir).map((file) => join(portalDir, file)));

/** Reads the site's address. @throws RebuildError for a malformed SITE_URL */
export function addressOfSite({ SITE_URL }: NodeJS.ProcessEnv): URL {
  const address = URL.parse(SITE_URL || siteAddress);
  if (!address) throw new RebuildError(`SITE_URL is not an address: ${SITE_URL}`);
  return address;
}

export const witnessLines = ({ env = process.env }: RebuildOptions): string =>
  env.PUBLIC_LOG_WITNESSES ?? '';

export async function nameOfData(
  options: RebuildOptions,
  rows: readonly KnownRow[],
  publicLog?: PublicLog,
): Promise<string> {
  return fingerprint([
    rows.map(({ key, print }) => `${key} ${print}`).join(),
    ...(publicLog ? [[publicLog.head.checkpoint, await publicLog.handles()]] : []),
    // Cosignatures are the log's only timestamps, so witnesses are asked daily at least.
    ...(witnessLines(options) === '' ? [] : [witnessLines(options), utcDay(Date.now())]),
  ]);
}

/** Returns a hash of sources and settings. @param state of the ledger's sources */
export function nameOfSources(options: RebuildOptions, state: string): string {
  const { env = process.env } = options;
  return fingerprint([
    state,
    portalFingerprint(choosePortalDir(options)),
    addressOfSite(env).href,
    previewsAddress(artworkStorage(env)),
  ]);
}

/**
 * Returns a hash of the copy and everything else the data depends on, without reading the copy. @param state of the
 * copy
 */
export function nameOfCopy(state: string, options: RebuildOptions, publicLog?: PublicLog): string {
  const checkpoint = publicLog?.head.checkpoint ?? '';
  return fingerprint([state, checkpoint, utcDay(Date.now()), witnessLines(options)]);
}
