import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl, initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';

async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** The rows of the newest releases, from one small public read; not yet checked. */
export async function readNewestRows(): Promise<{ id?: unknown }[]> {
  const config = await readJson<InitConfig>(initConfigPath);
  const url = databaseRestUrl(config, live.newestReleases);
  return Object.values((await readJson<Record<string, { id?: unknown }>>(url)) ?? {});
}
