import * as contract from '@datchain/shared/contracts/release-calls.ts';
import { releaseDat } from '../releases/release-dat.ts';
import { releaseDatFromSummary } from '../releases/release-from-summary.ts';
import { defineCall } from './define.ts';

const release = { failure: 'The release failed. Try again.', needsConfirmedEmail: true } as const;

export const releaseDAT = defineCall({
  ...contract.releaseDat,
  ...release,
  // It cuts previews.
  machine: { memory: '512MiB', concurrency: 1 },
  run: releaseDat,
});

export const releaseDATFromSummary = defineCall({
  ...contract.releaseDatFromSummary,
  ...release,
  run: releaseDatFromSummary,
});
