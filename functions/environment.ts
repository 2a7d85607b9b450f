import { demoLogKey } from '@datchain/shared/domain/public-log/demo-key.ts';
import * as v from 'valibot';

/**
 * The server's configuration, read from the environment and checked once. Production and the local
 * stack differ in addresses and keys only.
 */
const isSafeForTokens = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || hostname === '127.0.0.1';
};

const appCheckModes = ['off', 'observe', 'enforce'] as const;

const schema = v.object({
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^(sk|rk)_(test|live)_\w+/, 'is not a Stripe key')),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.regex(/^whsec_\w+$/, 'is not a webhook secret')),
  ),
  STRIPE_API_BASE: v.optional(v.pipe(v.string(), v.url()), 'https://api.stripe.com'),
  STRIPE_TIMEOUT_MILLIS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{2,4}$/, 'is not a number of milliseconds'),
      v.transform(Number),
    ),
    '8000',
  ),
  SITE_URL: v.pipe(v.string(), v.url()),
  REBUILD_URL: v.optional(
    v.pipe(
      v.string(),
      v.url(),
      v.check(isSafeForTokens, 'must begin with https://, because a token is sent there'),
    ),
  ),
  REBUILD_TOKEN: v.optional(v.string()),
  PUBLIC_LOG_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9a-f]{64}(,[0-9a-f]{64})?$/, 'is not 32 bytes in hex, or two with a comma'),
      v.transform((keys) => keys.split(',')),
    ),
  ),
  PUBLIC_LOG_ORIGIN: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9.:-]+\/data\/v1\/tlog$/, 'is not <host>/data/v1/tlog')),
  ),
  MAIL_API_BASE: v.optional(
    v.pipe(
      v.string(),
      v.url(),
      v.check(isSafeForTokens, 'must begin with https://, because a key is sent there'),
    ),
    'https://api.resend.com',
  ),
  MAIL_API_KEY: v.optional(v.string()),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.includes('@', 'is not an address'))),
  MAIL_LINK_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'is not 32 bytes in hex')),
  ),
  GCLOUD_PROJECT: v.optional(v.string(), ''),
  APP_CHECK: v.optional(v.picklist(appCheckModes, 'is not one of off, observe, enforce'), 'off'),
});

type Variables = v.InferOutput<typeof schema>;

export interface StripeAccess {
  readonly secretKey: string;
  readonly apiBase: URL;
  readonly timeoutMillis: number;
  readonly live: boolean;
}

export interface MailAccess {
  readonly apiBase: URL;
  readonly apiKey: string;
  /** The sender, `Name <address>`. */
  readonly from: string;
}

/** The server's configuration. A function gets only the secrets it uses; reading another one throws. */
export interface Environment {
  readonly stripe: StripeAccess;
  readonly webhookSecret: string;
  /** The public origin, without a trailing slash. */
  readonly siteUrl: string;
  /** The Hosting address, whatever the site's domain; undefined on a local stack. */
  readonly hostingUrl: string | undefined;
  /** Where to request a rebuild of the ledger, and with which token; undefined if not configured. */
  readonly rebuild: { url: URL; token: string } | undefined;
  /**
   * Secret keys of the public log, each 32 bytes in hex: two during a key rotation. Undefined where
   * nothing is published.
   */
  readonly publicLogKeys: readonly string[] | undefined;
  /** The public log's name, `<host>/data/v1/tlog`; it never changes once lines are published. */
  readonly publicLogOrigin: string | undefined;
  /** Undefined where no e-mail is sent. */
  readonly mail: MailAccess | undefined;
  /** The key that signs unsubscribe links, 32 bytes in hex. */
  readonly mailLinkKey: string;
  /** `observe` only logs the calls that would be refused. */
  readonly appCheck: (typeof appCheckModes)[number];
}

/**
 * Matches variables that point the SDKs to a local stack or stop them from checking tokens: with
 * any of these anyone can impersonate anyone.
 */
const isLocalOnly = (name: string): boolean =>
  /^(FUNCTIONS_EMULATOR|FIREBASE_DEBUG_MODE|FIREBASE_DEBUG_FEATURES)$|_EMULATOR_(HOST|HUB|ADDRESS)$/.test(
    name,
  );

function refuseLocalOnly(variables: Record<string, string | undefined>, place: string): void {
  const set = Object.keys(variables).filter((name) => variables[name] && isLocalOnly(name));
  if (set.length === 0) return;
  throw new Error(
    `${set.sort().join(', ')} must not be set ${place}: tokens would not be checked.`,
  );
}

/**
 * Reads and checks the configuration.
 *
 * @throws Error naming every variable that is wrong. A live key must not be sent unencrypted or to
 * a host that is not Stripe's. No variable of a local stack may be set beside a live key or in a
 * project that is not a demo. The public log of a real project must not be signed with the demo key
 * (M-70).
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const parsed = v.safeParse(schema, variables);
  if (!parsed.success) {
    const problems = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
    throw new Error(`The environment is not usable. ${problems.join('; ')}`);
  }
  const apiBase = new URL(parsed.output.STRIPE_API_BASE);
  const live = /^(sk|rk)_live_/.test(parsed.output.STRIPE_SECRET_KEY ?? '');
  if (live && apiBase.origin !== 'https://api.stripe.com') {
    throw new Error(`A live Stripe key must not be sent to ${apiBase.origin}.`);
  }
  const { PUBLIC_LOG_KEY: publicLogKeys, GCLOUD_PROJECT: project } = parsed.output;
  const isDemo = project.startsWith('demo-');
  if (live) refuseLocalOnly(variables, 'beside a live Stripe key');
  if (!isDemo) refuseLocalOnly(variables, `in ${project || 'a project without a name'}`);
  if (publicLogKeys?.includes(demoLogKey) && !isDemo) {
    throw new Error('PUBLIC_LOG_KEY is the demo key, which everybody knows: make one of your own.');
  }
  return {
    get stripe() {
      const secretKey = given(parsed.output, 'STRIPE_SECRET_KEY');
      return { secretKey, apiBase, timeoutMillis: parsed.output.STRIPE_TIMEOUT_MILLIS, live };
    },
    get webhookSecret() {
      return given(parsed.output, 'STRIPE_WEBHOOK_SECRET');
    },
    siteUrl: parsed.output.SITE_URL.replace(/\/$/, ''),
    hostingUrl: isDemo || project === '' ? undefined : `https://${project}.web.app`,
    rebuild: rebuildHook(parsed.output),
    publicLogKeys,
    publicLogOrigin: parsed.output.PUBLIC_LOG_ORIGIN,
    mail: mailAccess(parsed.output),
    get mailLinkKey() {
      return given(parsed.output, 'MAIL_LINK_KEY');
    },
    appCheck: parsed.output.APP_CHECK,
  };
}

type Secret = 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'MAIL_LINK_KEY';

function mailAccess(output: Variables): MailAccess | undefined {
  const { MAIL_API_BASE: base, MAIL_API_KEY: apiKey, MAIL_FROM: from } = output;
  return apiKey && from ? { apiBase: new URL(base), apiKey, from } : undefined;
}

function given(output: Variables, name: Secret): string {
  const value = output[name];
  if (value === undefined) throw new Error(`${name} is not set: this function was not given it.`);
  return value;
}

/** Returns where to request rebuilds. Secrets cannot be empty, so the token `none` turns rebuilds off. */
function rebuildHook(output: Variables): Environment['rebuild'] {
  const { REBUILD_URL: url, REBUILD_TOKEN: token = '' } = output;
  return url && token !== 'none' ? { url: new URL(url), token } : undefined;
}

let current: Environment | undefined;

export function environment(): Environment {
  current ??= readEnvironment(process.env);
  return current;
}
