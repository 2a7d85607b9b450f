import { host } from '@datchain/emulators-common/local-only.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { demoLogKey } from '@datchain/shared/domain/public-log/demo-key.ts';
import { type Ports, type Service, services } from './ports.ts';

export const demoProjectId = 'demo-dats';

/** Emulator secrets: they open nothing outside this machine. */
export const stripeSecretKey = 'sk_test_demo';
export const stripeWebhookSecret = 'whsec_demo';
export const mailApiKey = 're_demo';
const mailLinkKey = 'de'.repeat(32);

/**
 * The header by which the emulator of Hosting identifies itself to the emulator of Google's front
 * end, and the address that Hosting then has there. In production the address is one of Google's
 * own.
 */
export const hostingHeader = { name: 'x-local-hosting', value: 'demo-hosting' } as const;
export const hostingAddress = '66.249.93.4';

/** The site's app of the demo project, and the debug token that the App Check emulator accepts from it. */
export const demoAppId = '1:1234567890:web:demo';
export const appCheckDebugToken = '5a3f0c6e-0d57-4b0e-9c3b-6f1f4c2a7d10';

/** Artists of the demo world whom every new user of the local stack follows (R-REL-17). */
export const demoFixedUserIds = [
  'demo-marlowtides',
  'demo-inesduarte',
  'demo-meitanakatrio',
  'demo-noorhaddad',
];

export const databaseNamespace = (projectId: string): string => `${projectId}-default-rtdb`;

/** Base addresses like http://127.0.0.1:5000, one for each service. */
export type Addresses = Record<Service, string>;

export const listAddresses = (ports: Ports): Addresses =>
  Object.fromEntries(
    services.map((service) => [service, `http://${host}:${ports[service]}`]),
  ) as Addresses;

export const databaseUrl = (projectId: string, ports: Ports): string =>
  `http://${host}:${ports.database}?ns=${databaseNamespace(projectId)}`;

/** Returns the bucket of profile pictures and release files; rules/firestore.rules contains the demo one. */
export const storageBucket = (projectId: string): string => `${projectId}.firebasestorage.app`;

export const webhookUrl = (projectId: string, ports: Ports): string =>
  `http://${host}:${ports.functions}/${projectId}/${functionsRegion}/stripeWebhook`;

export function makeEnvironment(projectId: string, ports: Ports): Record<string, string> {
  return {
    GCLOUD_PROJECT: projectId,
    GOOGLE_CLOUD_PROJECT: projectId,
    FIREBASE_CONFIG: JSON.stringify({
      projectId,
      databaseURL: databaseUrl(projectId, ports),
      storageBucket: storageBucket(projectId),
    }),
    DATABASE_URL: databaseUrl(projectId, ports),
    FUNCTIONS_EMULATOR: 'true',
    FIREBASE_AUTH_EMULATOR_HOST: `${host}:${ports.auth}`,
    FIRESTORE_EMULATOR_HOST: `${host}:${ports.firestore}`,
    FIREBASE_DATABASE_EMULATOR_HOST: `${host}:${ports.database}`,
    FIREBASE_STORAGE_EMULATOR_HOST: `${host}:${ports.storage}`,
    APP_CHECK_EMULATOR_HOST: `${host}:${ports.appCheck}`,
    METADATA_SERVER_DETECTION: 'none',
    STRIPE_API_BASE: `http://${host}:${ports.stripe}`,
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    PUBLIC_LOG_KEY: demoLogKey,
    PUBLIC_LOG_ORIGIN: `${projectId}.example/data/v1/tlog`,
    MAIL_API_BASE: `http://${host}:${ports.mail}`,
    MAIL_API_KEY: mailApiKey,
    MAIL_FROM: 'datchain <hello@datchain.example>',
    MAIL_LINK_KEY: mailLinkKey,
    FIXED_USER_IDS: demoFixedUserIds.join(','),
    SITE_URL: `http://${host}:${ports.hosting}`,
  };
}
