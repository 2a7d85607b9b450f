import type { Services } from '../services.ts';
import { type Published, type PublishOptions, publishLog } from './publish.ts';
import { signerOf } from './signer.ts';

/**
 * The job that publishes the log, with the key of the configuration.
 *
 * @throws when there is no key: an unsigned log proves nothing
 */
export function publishPublicLog(all: Services, options: PublishOptions = {}): Promise<Published> {
  const { publicLogKey } = all.environment;
  if (!publicLogKey) throw new Error('PUBLIC_LOG_KEY is not set: the public log cannot be signed.');
  return publishLog({ ...all, signer: signerOf(publicLogKey) }, options);
}
