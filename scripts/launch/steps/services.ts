import * as v from 'valibot';
import type { Step } from '../step.ts';

/**
 * The APIs that a shop uses. The Firebase CLI enables only some of them. It needs those of billing
 * and extensions before it deploys functions, and would wait for each.
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

const BATCH_SIZE = 20;

const service = v.object({ config: v.object({ name: v.string() }) });

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
          for (let at = 0; at < missing.length; at += BATCH_SIZE) {
            const serviceIds = missing.slice(at, at + BATCH_SIZE);
            await google.change('POST', 'serviceusage', `${path}:batchEnable`, { serviceIds });
          }
          google.expectEnabled();
        },
      },
    ];
  },
};
