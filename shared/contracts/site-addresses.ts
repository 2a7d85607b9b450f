import { callPath } from './call-path.ts';
import type { InitConfig } from './init-config.ts';

export const initConfigPath = '/__/firebase/init.json';

/** The region of all functions; the rewrites of firebase.json use the same (N-LCH-05). */
export const functionsRegion = 'us-central1';

export const callUrl = (config: InitConfig, name: string): string =>
  config.local?.functions
    ? `${config.local.functions}/${config.projectId}/${functionsRegion}/${callPath(name)}`
    : `https://${functionsRegion}-${config.projectId}.cloudfunctions.net/${callPath(name)}`;

/**
 * Returns the REST address of a database path. `databaseURL` is https://ns.firebaseio.com or
 * http://127.0.0.1:9000?ns=….
 */
export function databaseRestUrl(config: Pick<InitConfig, 'databaseURL'>, path: string): string {
  const [base, query] = config.databaseURL.split('?');
  return `${(base ?? '').replace(/\/$/, '')}/${path}.json${query ? `?${query}` : ''}`;
}
