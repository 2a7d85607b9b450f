import * as v from 'valibot';

const localAddress = v.optional(v.pipe(v.string(), v.url()));

/**
 * `/__/firebase/init.json`: addresses and keys at run time, so that one build runs anywhere.
 * Firebase Hosting serves it in production; the local stack serves the same with `local` added.
 */
export const initConfigSchema = v.object({
  apiKey: v.string(),
  projectId: v.string(),
  databaseURL: v.string(),
  authDomain: v.optional(v.string()),
  storageBucket: v.optional(v.string()),
  appId: v.optional(v.string()),
  messagingSenderId: v.optional(v.string()),
  /** Addresses of the local stack, each like http://127.0.0.1:9099; absent in production. */
  local: v.optional(
    v.object({ auth: localAddress, firestore: localAddress, functions: localAddress }),
  ),
});

export type InitConfig = v.InferOutput<typeof initConfigSchema>;

export const initConfigPath = '/__/firebase/init.json';
export const functionsRegion = 'us-central1';

/** The address of a callable, in production or on the local stack. */
export const callUrl = (config: InitConfig, name: string): string =>
  config.local?.functions
    ? `${config.local.functions}/${config.projectId}/${functionsRegion}/${name}`
    : `https://${functionsRegion}-${config.projectId}.cloudfunctions.net/${name}`;

/**
 * The REST address of a Realtime Database path. `databaseURL` is either the production form
 * (https://ns.firebaseio.com) or the local one (http://127.0.0.1:9000?ns=…).
 */
export function databaseRestUrl(config: Pick<InitConfig, 'databaseURL'>, path: string): string {
  const [base, query] = config.databaseURL.split('?');
  return `${(base ?? '').replace(/\/$/, '')}/${path}.json${query ? `?${query}` : ''}`;
}
