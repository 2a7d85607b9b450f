import { noteSigner } from '@datchain/tlog/signer.ts';
import type { Services } from '../services.ts';
import { type Published, type PublishOptions, publishLog } from './publish.ts';

/**
 * Publishes the log with the configured keys and name.
 *
 * @throws when there is no key or no name: an unsigned log proves nothing
 */
export async function publishPublicLog(
  all: Services,
  options: PublishOptions = {},
): Promise<Published> {
  const { publicLogKeys, publicLogOrigin } = all.environment;
  if (!publicLogKeys) {
    throw new Error('PUBLIC_LOG_KEY is not set: the public log cannot be signed.');
  }
  if (!publicLogOrigin) {
    throw new Error('PUBLIC_LOG_ORIGIN is not set: the public log has no name.');
  }
  const signers = await Promise.all(
    publicLogKeys.map((seed) => noteSigner(publicLogOrigin, 'log', seed)),
  );
  return publishLog({ ...all, signers }, options);
}
