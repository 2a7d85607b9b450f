import * as v from 'valibot';
import type { Lack, Opening, Step } from '../step.ts';

const text = v.optional(v.string(), '');
const site = v.looseObject({ name: v.string(), type: text });
const config = v.looseObject({ maxVersions: text });
const channel = v.looseObject({
  release: v.optional(
    v.looseObject({
      version: v.looseObject({
        config: v.optional(v.looseObject({ headers: v.optional(v.array(v.unknown()), []) }), {}),
      }),
    }),
  ),
});
const customDomain = v.looseObject({
  hostState: text,
  cert: v.optional(v.looseObject({ state: text }), {}),
});

/**
 * The number of kept versions: each rebuild with changes makes one, and by default Hosting keeps
 * all.
 */
const MAX_VERSIONS = '30';

const domains = "Hosting in Firebase's console";

/** Explains why the domain does not show the site yet; undefined when it does. */
async function lackOfDomain({ google, file }: Opening, name: string): Promise<string | undefined> {
  const { domain, project } = file;
  if ([`${project}.web.app`, `${project}.firebaseapp.com`].includes(domain)) return undefined;
  const path = `v1beta1/${name}/customDomains/${domain}`;
  const found = await google.find(customDomain, 'firebasehosting', path);
  if (!found) return `${domain} is not connected: add it under ${domains}`;
  if (found.hostState !== 'HOST_ACTIVE') {
    return `${domain} does not point to the site yet: set the DNS records that ${domains} shows`;
  }
  const isCertified = ['CERT_ACTIVE', 'CERT_EXPIRING_SOON'].includes(found.cert.state);
  return isCertified ? undefined : `${domain} has no certificate yet, which takes up to a day`;
}

/**
 * Checks the live pages, because functions that enforce App Check refuse calls of pages without its
 * key.
 *
 * @throws Error when the live pages have no key
 */
async function checkPages({ google, file }: Opening, name: string): Promise<void> {
  if (file.appCheck.mode !== 'enforce') return;
  const path = `v1beta1/${name}/channels/live`;
  const pages = await google.find(channel, 'firebasehosting', path);
  if (!pages?.release) return;
  const policies = pages.release.version.config.headers;
  // scripts/configure-hosting.ts allows reCAPTCHA if the site was built with a key.
  if (policies.some((policy) => JSON.stringify(policy).includes('/recaptcha/'))) return;
  throw new Error(
    'The pages that are out have no key of App Check, and whoever has one would be refused: set "observe", apply, and ' +
      'deploy the site first.',
  );
}

export const hosting: Step = {
  name: 'hosting',
  async look(opening) {
    const { google, file } = opening;
    const path = `v1beta1/projects/${file.project}/sites`;
    const sites = await google.list(site, 'sites', 'firebasehosting', path);
    const found = sites.find(({ type }) => type === 'DEFAULT_SITE');
    if (!found) return [{ what: `no site: choose "Get started" under ${domains}` }];
    await checkPages(opening, found.name);
    const lacks: Lack[] = [];
    const settings = `v1beta1/${found.name}/config`;
    const { maxVersions = '' } = (await google.find(config, 'firebasehosting', settings)) ?? {};
    if (maxVersions !== MAX_VERSIONS) {
      const mend = () =>
        google.change('PATCH', 'firebasehosting', `${settings}?updateMask=maxVersions`, {
          maxVersions: MAX_VERSIONS,
        });
      lacks.push({
        what: `more than ${MAX_VERSIONS} versions of the site are kept and cost money`,
        mend,
      });
    }
    const what = await lackOfDomain(opening, found.name);
    return what ? [...lacks, { what }] : lacks;
  },
};
