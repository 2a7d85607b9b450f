import { checkSubmission } from '@datchain/shared/domain/release/draft.ts';
import { setReleasedMarker } from '@datchain/shared/ui/released-marker.ts';
import { useEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { UploadCancelled } from '../../../lib/storage/storage-upload.ts';
import { forgetRelease, type KeptRelease, loadRelease } from '../draft-store.ts';
import { Brake } from './brake.ts';
import { describeFailure } from './failure-words.ts';
import { sendRelease } from './send-release.ts';
import { afterEvent, idle, type SubmissionEvent } from './submission.ts';
import { forgetUploaded } from './uploaded-store.ts';

const successWords = {
  form: 'DAT released successfully!',
  summary: 'DAT released from existing release!',
} as const;

/** The kept draft has changed since it was read, usually in another tab. */
class DraftChanged extends Error {
  override readonly name = 'DraftChanged';
}

interface Reviewed {
  readonly uid: string;
  readonly kept: KeptRelease;
  readonly onChanged: () => void;
}

/** Submits the shown release once, however often and from however many tabs it is submitted. */
export function useSubmission({ uid, kept, onChanged }: Reviewed) {
  const [state, tell] = useReducer(afterEvent, idle);
  const running = useRef<Brake>(undefined);
  useEffect(() => () => running.current?.cancel(), []);

  /** Shows the end before it alerts, so that the button no longer shows progress. */
  const end = async (event: SubmissionEvent, words: string): Promise<void> => {
    running.current = undefined;
    flushSync(() => tell(event));
    await new Promise((resolve) => setTimeout(resolve));
    alert(words);
  };

  const releaseOnce = async (brake: Brake): Promise<string> => {
    if (!isSameRelease(kept, await loadRelease(uid))) throw new DraftChanged();
    const sending = sendRelease(kept, { uid, brake, tell });
    const datId = await Promise.race([sending, brake.cancelled]);
    // A draft that cannot be removed is still released only once: the server recognises it.
    await Promise.all([forgetRelease(uid), forgetUploaded(uid)]).catch((error: unknown) =>
      console.warn('The draft could not be removed from this device.', error),
    );
    return datId;
  };

  const fail = (error: unknown): Promise<void> | void => {
    if (error instanceof UploadCancelled) return tell({ type: 'cancelled' });
    if (error instanceof DraftChanged) return onChanged();
    console.warn('The release was not submitted.', error);
    const failure = describeFailure(error);
    return end({ type: 'failed', ...failure }, `Error: ${failure.message}`);
  };

  const submit = async () => {
    if (running.current || state.step === 'done') return;
    const { draft, artwork, audio } = kept;
    const files = { hasArtwork: artwork !== null, hasAudio: audio !== null };
    const lacking = checkSubmission(draft, files);
    if (lacking) return end({ type: 'failed', message: lacking, mayBeMade: false }, lacking);
    const brake = new Brake();
    running.current = brake;
    try {
      const datId = await withSubmitLock(uid, () => releaseOnce(brake));
      await end({ type: 'released', datId }, successWords[draft.mode]);
      const { mode, selectedArtist, summary } = draft;
      const songName = (mode === 'form' ? draft.songName : summary?.songName) ?? '';
      const artistId = mode === 'form' ? selectedArtist?.uid : summary?.artistId;
      setReleasedMarker({ datId, songName: songName.trim(), isOwn: artistId === uid });
      location.assign('/');
    } catch (error) {
      running.current = undefined;
      await fail(error);
    }
  };

  return {
    state,
    submit,
    pause: () => {
      running.current?.pause();
      tell({ type: 'paused' });
    },
    resume: () => {
      running.current?.resume();
      tell({ type: 'resumed', at: Date.now() });
    },
    cancel: () => running.current?.cancel(),
  };
}

const isSameFile = (one: File | null, other: File | null): boolean =>
  one?.name === other?.name &&
  one?.size === other?.size &&
  one?.lastModified === other?.lastModified;

const isSameRelease = (one: KeptRelease, other: KeptRelease | undefined): boolean =>
  other !== undefined &&
  JSON.stringify(one.draft) === JSON.stringify(other.draft) &&
  isSameFile(one.artwork, other.artwork) &&
  isSameFile(one.audio, other.audio);

class SubmittedElsewhere extends Error {
  override readonly name = 'SubmittedElsewhere';
  constructor() {
    super('This release is being submitted in another tab.');
  }
}

/**
 * Runs work under a lock per user, shared by all tabs.
 *
 * @throws SubmittedElsewhere at once while another tab holds the lock
 */
async function withSubmitLock<T>(uid: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(`release-submit:${uid}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new SubmittedElsewhere();
    return work();
  });
}
