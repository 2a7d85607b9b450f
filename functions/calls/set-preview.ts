import { setPreview as contract } from '@datchain/shared/contracts/preview-call.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { setPreview as set } from '../releases/sound/set-preview.ts';
import { defineCall } from './define.ts';

/** The releaser of a work chooses the part that everyone can hear. */
export const setPreview = defineCall({
  ...contract,
  failure: 'The preview could not be changed. Try again.',
  needsConfirmedEmail: true,
  // It cuts previews.
  machine: { memory: '512MiB', concurrency: 1 },
  run: async (services, uid, input) => {
    const preview = await set(services, uid, input);
    if (isRefusal(preview)) return preview;
    const { start, seconds, songSeconds } = preview;
    return { start, seconds, songSeconds };
  },
});
