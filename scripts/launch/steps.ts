import type { Step } from './step.ts';
import { accounts } from './steps/accounts.ts';
import { documents } from './steps/documents.ts';
import { files } from './steps/files.ts';
import { logins } from './steps/logins.ts';
import { secrets } from './steps/secrets.ts';
import { services } from './steps/services.ts';
import { stripe } from './steps/stripe.ts';
import { workloadIdentity } from './steps/workload-identity.ts';

/** The steps to a shop at Google, in this order: each needs those before it. */
export const steps: readonly Step[] = [
  services,
  accounts,
  workloadIdentity,
  documents,
  logins,
  files,
  secrets,
  stripe,
];
