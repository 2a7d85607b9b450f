import * as v from 'valibot';
import type { Lack, Step } from '../step.ts';

const flag = v.optional(v.boolean(), false);
const config = v.looseObject({
  signIn: v.optional(
    v.looseObject({
      email: v.optional(v.looseObject({ enabled: flag, passwordRequired: flag }), {}),
    }),
    {},
  ),
  authorizedDomains: v.optional(v.array(v.string()), []),
  client: v.optional(
    v.looseObject({
      permissions: v.optional(
        v.looseObject({ disabledUserDeletion: flag, disabledUserSignup: flag }),
        {},
      ),
    }),
    {},
  ),
  emailPrivacyConfig: v.optional(v.looseObject({ enableImprovedEmailPrivacy: flag }), {}),
});

export const logins: Step = {
  name: 'logins',
  async look({ google, file: { project, domain } }) {
    const path = `admin/v2/projects/${project}/config`;
    const found = await google.find(config, 'identitytoolkit', path);
    if (!found) {
      const mend = () =>
        google.change(
          'POST',
          'identitytoolkit',
          `v2/projects/${project}/identityPlatform:initializeAuth`,
          {},
        );
      return [{ what: 'nobody can log in: Authentication is not switched on', mend }];
    }
    const { signIn, authorizedDomains, client, emailPrivacyConfig } = found;
    const lacks: Lack[] = [];
    const lack = (what: string, mask: string, body: object) => {
      const mend = () =>
        google.change('PATCH', 'identitytoolkit', `${path}?updateMask=${mask}`, body);
      lacks.push({ what, mend });
    };
    if (!signIn.email.enabled || !signIn.email.passwordRequired) {
      lack('nobody can log in with a password', 'signIn.email', {
        signIn: { email: { enabled: true, passwordRequired: true } },
      });
    }
    if (!authorizedDomains.includes(domain)) {
      lack(`links of e-mails may not lead to ${domain}`, 'authorizedDomains', {
        authorizedDomains: [...authorizedDomains, domain],
      });
    }
    if (!client.permissions.disabledUserDeletion || client.permissions.disabledUserSignup) {
      lack(
        'users can delete their login past our own way to close an account',
        'client.permissions',
        {
          client: { permissions: { disabledUserDeletion: true, disabledUserSignup: false } },
        },
      );
    }
    if (!emailPrivacyConfig.enableImprovedEmailPrivacy) {
      lack('strangers can find out who has an account', 'emailPrivacyConfig', {
        emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      });
    }
    return lacks;
  },
};
