import { readFileSync, writeFileSync } from 'node:fs';
import { addSources, type HeaderRule, withPolicies } from '@datchain/emulators/stack/csp.ts';
import { parseAppCheckKey, type Recaptcha } from '@datchain/shared/contracts/app-check-key.ts';
import { inRepository } from './lib/root.ts';

const target = 'firebase.deploy.json';

const help = `Writes ${target}: firebase.json with what this deployment decides. Then
"firebase deploy --config ${target} --only hosting".

  APP_CHECK_SITE_KEY   the reCAPTCHA key of App Check, "enterprise:<key>" or "v3:<key>"; none when empty

  --help               this text`;

/** By whole file names: other scripts at these hosts would lend themselves to injected markup. */
const scripts: Readonly<Record<Recaptcha['kind'], string>> = {
  enterprise: 'https://www.google.com/recaptcha/enterprise.js',
  v3: 'https://www.google.com/recaptcha/api.js',
};

/** What App Check's provider loads and asks; nothing of it is allowed where there is no key. */
const sourcesOf = ({ kind }: Recaptcha) => ({
  'script-src': `${scripts[kind]} https://www.gstatic.com/recaptcha/releases/`,
  'connect-src':
    'https://content-firebaseappcheck.googleapis.com https://www.google.com/recaptcha/',
});

const frames =
  'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/';

interface Configuration {
  readonly hosting: { readonly headers: readonly HeaderRule[] };
}

/** firebase.json as it is deployed. @throws for a key that does not say of which kind it is */
export function configureHosting<Config extends Configuration>(config: Config, setting: string) {
  const key = parseAppCheckKey(setting);
  if (!key) return config;
  const headers = withPolicies(
    config.hosting.headers,
    (policy) => `${addSources(policy, sourcesOf(key))}; ${frames}`,
  );
  return { ...config, hosting: { ...config.hosting, headers } };
}

function main(): void {
  if (process.argv.includes('--help')) {
    console.log(help);
    return;
  }
  const config: Configuration = JSON.parse(readFileSync(inRepository('firebase.json'), 'utf8'));
  const configured = configureHosting(config, process.env.APP_CHECK_SITE_KEY ?? '');
  writeFileSync(inRepository(target), `${JSON.stringify(configured, null, 2)}\n`);
  console.log(`${target} is written.`);
}

if (import.meta.main) main();
