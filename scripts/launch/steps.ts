import { buildRelease, type Release } from './release.ts';
import type { Opening, Step } from './step.ts';
import { accounts } from './steps/accounts.ts';
import { documents } from './steps/documents.ts';
import { files } from './steps/files.ts';
import { functionsStep } from './steps/functions.ts';
import { hosting } from './steps/hosting.ts';
import { logins } from './steps/logins.ts';
import { mail } from './steps/mail.ts';
import { rulesStep } from './steps/rules.ts';
import { secrets } from './steps/secrets.ts';
import { services } from './steps/services.ts';
import { shop } from './steps/shop.ts';
import { stripe } from './steps/stripe.ts';
import { workloadIdentity } from './steps/workload-identity.ts';

const builds = new WeakMap<Opening, Promise<Release>>();
const releaseOf = (opening: Opening): Promise<Release> => {
  const built = builds.get(opening) ?? buildRelease(opening.file);
  builds.set(opening, built);
  return built;
};

/** The steps of the setup, in order: each needs those before it. */
export const steps: readonly Step[] = [
  services,
  accounts,
  workloadIdentity,
  documents,
  logins,
  files,
  hosting,
  secrets,
  stripe,
  mail,
  rulesStep(releaseOf),
  functionsStep(releaseOf),
  shop,
];
