import * as contract from '@datchain/shared/contracts/release-calls.ts';
import { releaseDat } from '../releases/release-dat.ts';
import { releaseDatFromSummary } from '../releases/release-from-summary.ts';
import { defineCall } from './define.ts';

const failure = 'The release failed. Try again.';

export const releaseDAT = defineCall({ ...contract.releaseDat, failure, run: releaseDat });

export const releaseDATFromSummary = defineCall({
  ...contract.releaseDatFromSummary,
  failure,
  run: releaseDatFromSummary,
});
