import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listFiles } from '@datchain/builder/fingerprint.ts';
import { parseAppCheckKey, type Recaptcha } from '@datchain/shared/contracts/app-check-key.ts';
import {
  addSources,
  type HostingConfig,
  keepFingerprinted,
  ownServicesOnly,
  withPolicies,
} from '@datchain/shared/contracts/hosting-config.ts';
import { runCommandLine } from './lib/command-line.ts';
import { inRepository } from './lib/root.ts';

const help = `Writes firebase.json beside a built site: the Hosting section of the project's own firebase.json, plus
immutable caching for the site's hashed files, and this deployment's addresses in the content security
policy. Deploy both with scripts/deploy-site.ts.

  node scripts/configure-hosting.ts [--site dist/site]

  GOOGLE_CLOUD_PROJECT   the project's id
  DATABASE_URL           the address of its Realtime Database
  APP_CHECK_SITE_KEY     the reCAPTCHA key of App Check, "enterprise:<key>" or "v3:<key>"; none when empty

  --dry-run              shows what would be written
  --help                 this text`;

/**
 * The script URLs with full file names: other scripts at these hosts could be abused by injected
 * markup.
 */
const scripts: Readonly<Record<Recaptcha['kind'], string>> = {
  enterprise: 'https://www.google.com/recaptcha/enterprise.js',
  v3: 'https://www.google.com/recaptcha/api.js',
};

/** The sources of App Check's provider; allowed only with a key. */
const sourcesOf = ({ kind }: Recaptcha) => ({
  'script-src': `${scripts[kind]} https://www.gstatic.com/recaptcha/releases/`,
  'connect-src':
    'https://content-firebaseappcheck.googleapis.com https://www.google.com/recaptcha/',
});

const frames =
  'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/';

/**
 * Allows App Check's sources in the policies of all pages that call our functions. The embedded
 * player calls none.
 *
 * @throws for a key that does not name its kind
 */
function allowAppCheck(config: HostingConfig, setting: string): HostingConfig {
  const key = parseAppCheckKey(setting);
  if (!key) return config;
  const allowed = (policy: string) =>
    policy.includes('.cloudfunctions.net')
      ? `${addSources(policy, sourcesOf(key))}; ${frames}`
      : policy;
  return { ...config, headers: withPolicies(config.headers, allowed) };
}

/**
 * Returns Hosting's configuration for the site in a folder. @throws if environment variables are
 * missing
 */
export function deployedHosting(siteDir: string, env: NodeJS.ProcessEnv): HostingConfig {
  const { GOOGLE_CLOUD_PROJECT: projectId, DATABASE_URL: databaseUrl } = env;
  if (!projectId || !databaseUrl) {
    throw new Error('Set GOOGLE_CLOUD_PROJECT and DATABASE_URL; see --help.');
  }
  const { hosting } = JSON.parse(readFileSync(inRepository('firebase.json'), 'utf8'));
  const config: HostingConfig = { ...hosting, public: basename(siteDir) };
  const own = ownServicesOnly(config, { projectId, databaseUrl });
  const checked = allowAppCheck(own, env.APP_CHECK_SITE_KEY ?? '');
  return keepFingerprinted(checked, listFiles(`${siteDir}/`));
}

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: {
      site: { type: 'string', default: inRepository('dist/site') },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return help;
  const siteDir = resolve(values.site);
  const text = `${JSON.stringify({ hosting: deployedHosting(siteDir, process.env) }, null, 2)}\n`;
  if (values['dry-run']) return text;
  const target = resolve(dirname(siteDir), 'firebase.json');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  return `${target} is written.`;
}

if (import.meta.main) await runCommandLine(main);
