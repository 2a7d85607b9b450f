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

/** A version is made with each rebuild that changes something, and Hosting keeps them all if it is not told. */
const MOST_VERSIONS = '30';

const domains = "Hosting in Firebase's console";

/** Says in a sentence why the domain does not show the site yet. */
async function lackOfDomain({ google, file }: Opening, name: string): Promise<string | undefined> {
  const { domain, project } = file;
  if ([`${project}.web.app`, `${project}.firebaseapp.com`].includes(domain)) return undefined;
  const path = `v1beta1/${name}/customDomains/${domain}`;
  const found = await google.find(customDomain, 'firebasehosting', path);
  if (!found) return `${domain} is not connected: add it under ${domains}`;
  if (found.hostState !== 'HOST_ACTIVE') {
    return `${domain} does not lead to the site yet: give it the records that ${domains} shows`;
  }
  const isCertified = ['CERT_ACTIVE', 'CERT_EXPIRING_SOON'].includes(found.cert.state);
  return isCertified ? undefined : `${domain} has no certificate yet, which takes up to a day`;
}

/**
 * Functions that enforce App Check refuse the calls of a page without its key.
 *
 * @throws Error when the pages that are out have none
 */
async function checkPages({ google, file }: Opening, name: string): Promise<void> {
  if (file.appCheck.mode !== 'enforce') return;
  const path = `v1beta1/${name}/channels/live`;
  const pages = await google.find(channel, 'firebasehosting', path);
  if (!pages?.release) return;
  const policies = pages.release.version.config.headers;
  // Hosting's configuration allows reCAPTCHA where the site was built with a key (scripts/configure-hosting.ts).
  if (policies.some((policy) => JSON.stringify(policy).includes('/recaptcha/'))) return;
  throw new Error(
    'The pages that are out have no key of App Check, and whoever has one would be refused: set "observe", apply, and ' +
      'deploy the site first.',
  );
}

/** The site that visitors see. The workflow deploys its pages. */
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
    if (maxVersions !== MOST_VERSIONS) {
      const mend = () =>
        google.change('PATCH', 'firebasehosting', `${settings}?updateMask=maxVersions`, {
          maxVersions: MOST_VERSIONS,
        });
      lacks.push({
        what: `more than ${MOST_VERSIONS} versions of the site are kept, and paid for`,
        mend,
      });
    }
    const what = await lackOfDomain(opening, found.name);
    return what ? [...lacks, { what }] : lacks;
  },
};
