import { demoLogKey } from '@datchain/shared/domain/public-log/demo-key.ts';
import * as v from 'valibot';

/**
 * Configuration of the server, read from the environment and checked once. Addresses and keys are
 * all that differs between production and the local stack.
 */
const isSafeForTokens = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || hostname === '127.0.0.1';
};

const schema = v.object({
  STRIPE_SECRET_KEY: v.pipe(v.string(), v.regex(/^(sk|rk)_(test|live)_\w+/, 'is no Stripe key')),
  STRIPE_WEBHOOK_SECRET: v.pipe(v.string(), v.regex(/^whsec_\w+$/, 'is no webhook secret')),
  STRIPE_API_BASE: v.optional(v.pipe(v.string(), v.url()), 'https://api.stripe.com'),
  STRIPE_TIMEOUT_MS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{2,4}$/, 'is no number of milliseconds'),
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
    v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'is no 32 bytes in hex')),
  ),
  GCLOUD_PROJECT: v.optional(v.string(), ''),
});

export interface Environment {
  readonly stripe: {
    secretKey: string;
    webhookSecret: string;
    apiBase: URL;
    /** How long one try of a call may take. */
    timeoutMs: number;
    live: boolean;
  };
  /** The public origin, without a slash at its end. */
  readonly siteUrl: string;
  /** Where a rebuild of the ledger is asked for, and with which token; undefined without one. */
  readonly rebuild: { url: URL; token: string } | undefined;
  /** Secret key of the public log, 32 bytes in hex; undefined where nothing is published. */
  readonly publicLogKey: string | undefined;
}

/**
 * @throws Error naming every variable that is missing or wrong; also when a live key would be sent
 * unencrypted or to a host that is not Stripe's, or the public log of a real project be signed with the demo key.
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const parsed = v.safeParse(schema, variables);
  if (!parsed.success) {
    const problems = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
    throw new Error(`The environment is not usable. ${problems.join('; ')}`);
  }
  const apiBase = new URL(parsed.output.STRIPE_API_BASE);
  const live = /^(sk|rk)_live_/.test(parsed.output.STRIPE_SECRET_KEY);
  if (live && apiBase.origin !== 'https://api.stripe.com') {
    throw new Error(`A live Stripe key must not be sent to ${apiBase.origin}.`);
  }
  const { PUBLIC_LOG_KEY: publicLogKey, GCLOUD_PROJECT: project } = parsed.output;
  if (publicLogKey === demoLogKey && !project.startsWith('demo-')) {
    throw new Error('PUBLIC_LOG_KEY is the demo key, which everybody knows: make one of your own.');
  }
  return {
    stripe: {
      secretKey: parsed.output.STRIPE_SECRET_KEY,
      webhookSecret: parsed.output.STRIPE_WEBHOOK_SECRET,
      apiBase,
      timeoutMs: parsed.output.STRIPE_TIMEOUT_MS,
      live,
    },
    siteUrl: parsed.output.SITE_URL.replace(/\/$/, ''),
    rebuild: rebuildHook(parsed.output),
    publicLogKey,
  };
}

function rebuildHook(output: v.InferOutput<typeof schema>): Environment['rebuild'] {
  const { REBUILD_URL: url, REBUILD_TOKEN: token = '' } = output;
  return url ? { url: new URL(url), token } : undefined;
}

let current: Environment | undefined;

export function environment(): Environment {
  current ??= readEnvironment(process.env);
  return current;
}
