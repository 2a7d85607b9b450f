import * as listenContract from '@datchain/shared/contracts/calls/listen.ts';
import * as previewContract from '@datchain/shared/contracts/calls/preview.ts';
import * as factsContract from '@datchain/shared/contracts/calls/recording-facts.ts';
import * as contract from '@datchain/shared/contracts/calls/releases.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { defineCall } from '../edge/define.ts';
import { mediaCalls } from '../machines.ts';
import { setRecordingFacts as setFacts } from '../releases/recording-facts.ts';
import { releaseDat } from '../releases/release-dat.ts';
import { releaseDatFromSummary } from '../releases/release-from-summary.ts';
import { listenLink } from '../releases/sound/listen-link.ts';
import { setPreview as set } from '../releases/sound/set-preview.ts';

const release = { failure: 'The release failed. Try again.', needsConfirmedEmail: true } as const;

export const releaseDAT = defineCall({
  ...contract.releaseDat,
  ...release,
  machine: mediaCalls,
  run: releaseDat,
});

export const releaseDATFromSummary = defineCall({
  ...contract.releaseDatFromSummary,
  ...release,
  run: releaseDatFromSummary,
});

export const setPreview = defineCall({
  ...previewContract.setPreview,
  failure: 'The preview could not be changed. Try again.',
  needsConfirmedEmail: true,
  run: async (services, uid, input) => {
    const preview = await set(services, uid, input);
    if (isRefusal(preview)) return preview;
    const { start, seconds, songSeconds } = preview;
    return { start, seconds, songSeconds };
  },
});

/** Sets or corrects the facts of a work's recording, by its releaser (docs/decisions/0040). */
export const setRecordingFacts = defineCall({
  ...factsContract.setRecordingFacts,
  failure: 'The facts could not be saved. Try again.',
  needsConfirmedEmail: true,
  run: setFacts,
});

export const getListenLink = defineCall({
  ...listenContract.getListenLink,
  failure: 'The song could not be fetched. Try again.',
  run: listenLink,
});
