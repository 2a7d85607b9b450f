import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';
import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';

export type SiteConfig = Pick<InitConfig, 'apiKey' | 'projectId' | 'databaseURL'> & {
  /** Firestore of the local stack; undefined in production. */
  readonly firestore: string | undefined;
};

/** Fetches JSON. @throws for an error status or other content */
export async function readJson(url: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

let loading: Promise<SiteConfig> | undefined;

async function load(): Promise<SiteConfig> {
  const found = await readJson(initConfigPath);
  if (!isRecord(found) || readText(found.databaseURL) === '') {
    throw new Error(`${initConfigPath} names no database`);
  }
  const local = isRecord(found.local) ? found.local : {};
  return {
    apiKey: readText(found.apiKey),
    projectId: readText(found.projectId),
    databaseURL: readText(found.databaseURL),
    firestore: readText(local.firestore) || undefined,
  };
}

/** Addresses of the databases, asked once a page. A schema library would be a good part of a page's budget. */
export function loadSiteConfig(): Promise<SiteConfig> {
  loading ??= load();
  return loading;
}
