import * as v from 'valibot';
import type { Step } from '../step.ts';

/**
 * The interfaces that a shop uses. The Firebase program enables some of them as well, but not all; it asks for those of
 * billing and extensions before it deploys functions, and would wait for each.
 */
const wanted = [
  'artifactregistry',
  'cloudbilling',
  'cloudbuild',
  'cloudfunctions',
  'cloudresourcemanager',
  'cloudscheduler',
  'eventarc',
  'firebase',
  'firebaseappcheck',
  'firebasedatabase',
  'firebaseextensions',
  'firebasehosting',
  'firebaserules',
  'firebasestorage',
  'firestore',
  'iam',
  'iamcredentials',
  'identitytoolkit',
  'pubsub',
  'run',
  'secretmanager',
  'storage',
  'sts',
].map((name) => `${name}.googleapis.com`);

/** Services that one request enables. */
const AT_ONCE = 20;

const service = v.object({ config: v.object({ name: v.string() }) });

/** The interfaces of Google that are switched on. */
export const services: Step = {
  name: 'services',
  async look({ google, file: { project } }) {
    const path = `v1/projects/${project}/services`;
    const on = await google.list(
      service,
      'services',
      'serviceusage',
      `${path}?filter=state:ENABLED&pageSize=200`,
    );
    const names = new Set(on.map(({ config }) => config.name));
    const missing = wanted.filter((name) => !names.has(name));
    if (missing.length === 0) return [];
    return [
      {
        what: `not enabled: ${missing.join(', ')}`,
        async mend() {
          for (let at = 0; at < missing.length; at += AT_ONCE) {
            const serviceIds = missing.slice(at, at + AT_ONCE);
            await google.change('POST', 'serviceusage', `${path}:batchEnable`, { serviceIds });
          }
          google.expectEnabled();
        },
      },
    ];
  },
};
