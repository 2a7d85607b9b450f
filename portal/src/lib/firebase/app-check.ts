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

/** A call goes without a token then, and the server says what follows from that. */
const ANSWER_WITHIN_MILLIS = 10_000;

const exchanged = v.object({
  token: v.string(),
  ttl: v.pipe(v.string(), v.regex(/^\d+s$/), v.transform(Number.parseFloat)),
});

type Local = NonNullable<NonNullable<InitConfig['local']>['appCheck']>;

/** The SDK's own debug provider asks Google; this one asks the local stack's stand-in the same. */
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

function providerOf(config: InitConfig) {
  if (config.local?.appCheck) return debugProvider(config, config.local.appCheck);
  const key = recaptcha();
  if (!key) throw new Error('App Check is not configured.');
  return key.kind === 'v3'
    ? new ReCaptchaV3Provider(key.siteKey)
    : new ReCaptchaEnterpriseProvider(key.siteKey);
}

/** In an app of its own: in the portal's, every other SDK would wait for it and send it too. */
async function start(): Promise<AppCheck> {
  const config = await loadConfig();
  const { local: _, ...options } = config;
  return initializeAppCheck(initializeApp(options as FirebaseOptions, 'app-check'), {
    provider: providerOf(config),
    isTokenAutoRefreshEnabled: false,
  });
}

let starting: Promise<AppCheck> | undefined;

/** The proof that a call comes from this site; the SDK keeps it while it is good. */
async function ask(): Promise<string> {
  starting ??= start();
  return (await getToken(await starting)).token;
}

const late = (): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ANSWER_WITHIN_MILLIS);
  });

/** The token, or undefined when there is none to be had: whether that matters is the server's to say. */
export async function appCheckToken(): Promise<string | undefined> {
  try {
    return await Promise.race([ask(), late()]);
  } catch (error) {
    console.warn('App Check gave no token; the server may refuse the call.', error);
    return undefined;
  }
}
