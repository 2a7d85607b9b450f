import { type InitConfig, wrongInConfig } from '@datchain/shared/contracts/init-config.ts';
import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';

/**
 * Thrown when the site's configuration cannot be read: nothing that needs an account works then.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

async function fetchConfig(): Promise<InitConfig> {
  const response = await fetch(initConfigPath).catch((cause: unknown) => {
    throw new ConfigError('The site configuration could not be loaded.', { cause });
  });
  if (!response.ok) throw new ConfigError(`The site configuration answered ${response.status}.`);
  const config: unknown = await response.json().catch(() => undefined);
  const wrong = wrongInConfig(config);
  if (wrong.length > 0) {
    throw new ConfigError(`The site configuration is not usable: ${wrong.join(', ')}.`);
  }
  return config as InitConfig;
}

let loading: Promise<InitConfig> | undefined;

/**
 * Loads addresses and keys, once per page.
 *
 * @throws ConfigError when they are absent or unusable; the next call tries again.
 */
export function loadConfig(): Promise<InitConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
