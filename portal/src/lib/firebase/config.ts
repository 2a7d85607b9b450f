import { type InitConfig, initConfigSchema } from '@datchain/shared/contracts/init-config.ts';
import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import * as v from 'valibot';

/** The site's addresses and keys could not be read: nothing that needs an account can work. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

async function fetchConfig(): Promise<InitConfig> {
  const response = await fetch(initConfigPath).catch((cause: unknown) => {
    throw new ConfigError('The site configuration could not be loaded.', { cause });
  });
  if (!response.ok) throw new ConfigError(`The site configuration answered ${response.status}.`);
  const parsed = v.safeParse(initConfigSchema, await response.json().catch(() => undefined));
  if (!parsed.success) {
    throw new ConfigError(`The site configuration is not usable: ${v.summarize(parsed.issues)}`);
  }
  return parsed.output;
}

let loading: Promise<InitConfig> | undefined;

/**
 * Addresses and keys, fetched once a page.
 *
 * @throws ConfigError when they are absent or not usable; the next call tries again.
 */
export function loadConfig(): Promise<InitConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
