import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';
import { type FirebaseOptions, initializeApp } from 'firebase/app';
import {
  type AppCheck,
  CustomProvider,
  getToken,
  initializeAppCheck,
  ReCaptchaEnterpriseProvider,
  ReCaptchaV3Provider,
} from 'firebase/app-check';
import * as v from 'valibot';
import { recaptcha } from './app-check-config.ts';
import { loadConfig } from './config.ts';

/** After this time a call goes without a token, and the server decides. */
const TIMEOUT_MILLIS = 10_000;

const exchanged = v.object({
  token: v.string(),
  ttl: v.pipe(v.string(), v.regex(/^\d+s$/), v.transform(Number.parseFloat)),
});

type Local = NonNullable<NonNullable<InitConfig['local']>['appCheck']>;

/** Replaces the SDK's debug provider, which calls Google, by the local stack's emulator. */
function debugProvider({ projectId, appId }: InitConfig, { url, debugToken }: Local) {
  return new CustomProvider({
    getToken: async () => {
      const path = `/v1/projects/${projectId}/apps/${appId}:exchangeDebugToken`;
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        body: JSON.stringify({ debug_token: debugToken }),
      });
      if (!response.ok) throw new Error(`App Check answered ${response.status}.`);
      const { token, ttl } = v.parse(exchanged, await response.json());
      return { token, expireTimeMillis: Date.now() + ttl * 1_000 };
    },
  });
}

function makeProvider(config: InitConfig) {
  if (config.local?.appCheck) return debugProvider(config, config.local.appCheck);
  const key = recaptcha();
  if (!key) throw new Error('App Check is not configured.');
  return key.kind === 'v3'
    ? new ReCaptchaV3Provider(key.siteKey)
    : new ReCaptchaEnterpriseProvider(key.siteKey);
}

/**
 * Uses a separate Firebase app: in the portal's, every other SDK would wait for App Check and send
 * its token.
 */
async function start(): Promise<AppCheck> {
  const config = await loadConfig();
  const { local: _, ...options } = config;
  return initializeAppCheck(initializeApp(options as FirebaseOptions, 'app-check'), {
    provider: makeProvider(config),
    isTokenAutoRefreshEnabled: false,
  });
}

let starting: Promise<AppCheck> | undefined;

async function ask(): Promise<string> {
  starting ??= start();
  return (await getToken(await starting)).token;
}

const late = (): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, TIMEOUT_MILLIS);
  });

/** Returns the token, or undefined without one: the server decides whether that matters. */
export async function appCheckToken(): Promise<string | undefined> {
  try {
    return await Promise.race([ask(), late()]);
  } catch (error) {
    console.warn('App Check gave no token; the server may refuse the call.', error);
    return undefined;
  }
}
