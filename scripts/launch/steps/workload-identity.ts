import {
  type ProjectFile,
  rebuildAccountOf,
  workloadIdentityOf,
} from '@datchain/shared/contracts/project-file.ts';
import * as v from 'valibot';
import { lacking } from '../google.ts';
import type { Lack, Step } from '../step.ts';

const named = v.looseObject({ state: v.optional(v.string(), '') });
const provider = v.looseObject({
  attributeCondition: v.optional(v.string(), ''),
  attributeMapping: v.optional(v.record(v.string(), v.string()), {}),
  oidc: v.optional(v.looseObject({ issuerUri: v.optional(v.string(), '') })),
});

const ISSUER = 'https://token.actions.githubusercontent.com';

/** Restricts sign-in to our repository, because GitHub's issuer serves all repositories. */
const settingsOf = ({ repository }: ProjectFile) => ({
  attributeMapping: {
    'google.subject': 'assertion.sub',
    'attribute.repository': 'assertion.repository',
  },
  attributeCondition: `assertion.repository == '${repository}'`,
  oidc: { issuerUri: ISSUER },
});

/** Lets only the workflows of our repository build the site, without a key. */
export const workloadIdentity: Step = {
  name: 'workload identity',
  async look({ google, file }) {
    const path = `v1/${workloadIdentityOf(file)}`;
    const pool = path.replace(/\/providers\/.*$/, '');
    const pools = pool.replace(/\/[^/]+$/, '');
    const lacks: Lack[] = [];
    if (!(await google.find(named, 'iam', pool))) {
      lacks.push({
        what: 'no workload identity pool for GitHub',
        mend: () =>
          google.change('POST', 'iam', `${pools}?workloadIdentityPoolId=github`, {
            displayName: 'GitHub',
          }),
      });
    }
    const wanted = settingsOf(file);
    const found = await google.find(provider, 'iam', path);
    if (!found) {
      lacks.push({
        what: `no provider for the repository ${file.repository}`,
        mend: () =>
          google.change(
            'POST',
            'iam',
            `${pool}/providers?workloadIdentityPoolProviderId=github`,
            wanted,
          ),
      });
    } else if (
      found.attributeCondition !== wanted.attributeCondition ||
      found.oidc?.issuerUri !== ISSUER ||
      Object.entries(wanted.attributeMapping).some(
        ([key, value]) => found.attributeMapping[key] !== value,
      )
    ) {
      const mask = 'attributeMapping,attributeCondition,oidc.issuerUri';
      lacks.push({
        what: `the provider allows other repositories than ${file.repository}`,
        mend: () => google.change('PATCH', 'iam', `${path}?updateMask=${mask}`, wanted),
      });
    }
    const principal = `principalSet://iam.googleapis.com/${pool.slice('v1/'.length)}/attribute.repository/${file.repository}`;
    const binding = { role: 'roles/iam.workloadIdentityUser', members: [principal] };
    const account = `v1/projects/${file.project}/serviceAccounts/${rebuildAccountOf(file)}`;
    const policy = await google.policy('iam', account);
    if (lacking(policy, [binding]).length > 0) {
      lacks.push({
        what: `the repository may not act as ${rebuildAccountOf(file)}`,
        mend: () => google.grant('iam', account, [binding]),
      });
    }
    return lacks;
  },
};
