import { setRecordingFacts as contract } from '@datchain/shared/contracts/recording-facts.ts';
import { setRecordingFacts as set } from '../releases/recording-facts.ts';
import { defineCall } from './define.ts';

/** The releaser of a work gives or corrects the facts of its recording (docs/decisions/0040). */
export const setRecordingFacts = defineCall({
  ...contract,
  failure: 'The facts could not be saved. Try again.',
  needsConfirmedEmail: true,
  run: set,
});
