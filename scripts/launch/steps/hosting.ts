import * as v from 'valibot';
import type { Lack, Opening, Step } from '../step.ts';

const text = v.optional(v.string(), '');
const site = v.looseObject({ name: v.string(), type: text });
const config = v.looseObject({ maxVersions: text });
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

/** The site that visitors see. The workflow deploys its pages. */
export const hosting: Step = {
  name: 'hosting',
  async look(opening) {
    const { google, file } = opening;
    const path = `v1beta1/projects/${file.project}/sites`;
    const sites = await google.list(site, 'sites', 'firebasehosting', path);
    const found = sites.find(({ type }) => type === 'DEFAULT_SITE');
    if (!found) return [{ what: `no site: choose "Get started" under ${domains}` }];
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
