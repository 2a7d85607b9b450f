import { bucketOf } from '@datchain/shared/contracts/project-file.ts';
import * as v from 'valibot';
import type { Lack, Step } from '../step.ts';

const bucket = v.looseObject({
  versioning: v.optional(v.looseObject({ enabled: v.optional(v.boolean(), false) }), {}),
  softDeletePolicy: v.optional(
    v.looseObject({ retentionDurationSeconds: v.optional(v.string(), '0') }),
    {},
  ),
});

/** Deleted files can be restored for a month. */
const SOFT_DELETE_SECONDS = String(30 * 86_400);

export const files: Step = {
  name: 'files',
  async look({ google, file }) {
    const name = bucketOf(file);
    const path = `storage/v1/b/${name}`;
    const found = await google.find(bucket, 'storage', path);
    if (!found) {
      return [
        {
          what: `no bucket ${name}: open Storage in Firebase's console and choose "Get started", or set "bucket"`,
        },
      ];
    }
    const lacks: Lack[] = [];
    const lack = (what: string, body: object) => {
      lacks.push({ what, mend: () => google.change('PATCH', 'storage', path, body) });
    };
    if (!found.versioning.enabled) {
      lack('files that are overwritten are lost', { versioning: { enabled: true } });
    }
    if (Number(found.softDeletePolicy.retentionDurationSeconds) < Number(SOFT_DELETE_SECONDS)) {
      lack('files that are deleted are lost', {
        softDeletePolicy: { retentionDurationSeconds: SOFT_DELETE_SECONDS },
      });
    }
    return lacks;
  },
};
