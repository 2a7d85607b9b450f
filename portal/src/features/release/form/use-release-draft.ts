import { emptyDraft, type ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  forgetRelease,
  isUnkept,
  type KeptPart,
  type KeptRelease,
  keepRelease,
  loadRelease,
} from '../draft-store.ts';

/** The state of saving the form; `savedAt` in milliseconds. */
export type Keeping =
  | { readonly state: 'untouched' }
  | {
      readonly state: 'saved';
      readonly savedAt: number;
      readonly refused: readonly KeptPart[];
    };

export type ReleaseFiles = Pick<KeptRelease, 'artwork' | 'audio'>;
type Work = ReleaseFiles & { readonly draft: ReleaseDraft };

export interface DraftControls extends Work {
  readonly keeping: Keeping;
  readonly isKeeping: boolean;
  readonly change: (fields: Partial<ReleaseDraft>) => void;
  readonly setFile: (kind: keyof ReleaseFiles, file: File | null) => void;
  readonly keepNow: () => void;
  readonly startOver: () => Promise<void>;
}

const empty: Work = { draft: emptyDraft, artwork: null, audio: null };

/** Short enough to finish before the user looks away, long enough to skip single letters. */
const DEBOUNCE_MILLIS = 300;

export function useReleaseDraft(uid: string): DraftControls | undefined {
  const [work, setShown] = useState<Work>();
  /** The newest state: a file check that ends later must not overwrite changes made meanwhile. */
  const latest = useRef<Work>(empty);
  const [keeping, setKeeping] = useState<Keeping>({ state: 'untouched' });
  const [isKeeping, setIsKeeping] = useState(false);
  const unsaved = useRef<Work>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const setWork = (next: Work): void => {
    latest.current = next;
    setShown(next);
  };

  const keepNow = (): void => {
    clearTimeout(timer.current);
    const next = unsaved.current;
    if (!next) return;
    unsaved.current = undefined;
    const savedAt = Date.now();
    void keepRelease(uid, { ...next, savedAt }).then((refused) => {
      if (!refused) return;
      setKeeping({ state: 'saved', savedAt, refused });
      setIsKeeping(unsaved.current !== undefined);
    });
  };

  /** Saves again what another part of this page wrote, to learn the result. */
  const keepAgain = useEffectEvent((kept: KeptRelease) => {
    unsaved.current = kept;
    setIsKeeping(true);
    keepNow();
  });
  useEffect(() => {
    let isCurrent = true;
    void loadRelease(uid).then((kept) => {
      if (!isCurrent) return;
      latest.current = kept ?? empty;
      setShown(latest.current);
      if (!kept) return;
      if (isUnkept(uid)) keepAgain(kept);
      else setKeeping({ state: 'saved', savedAt: kept.savedAt, refused: [] });
    });
    return () => {
      isCurrent = false;
    };
  }, [uid]);

  const set = (next: Work) => {
    setWork(next);
    setIsKeeping(true);
    unsaved.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(keepNow, DEBOUNCE_MILLIS);
  };

  const keepOnLeaving = useEffectEvent(keepNow);
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') keepOnLeaving();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      keepOnLeaving();
    };
  }, []);

  if (!work) return undefined;
  return {
    ...work,
    keeping,
    isKeeping,
    // Several changes may come before the next render: each builds on the one before.
    change: (fields) => {
      const { current } = latest;
      set({ ...current, draft: { ...current.draft, ...fields } });
    },
    setFile: (kind, file) => set({ ...latest.current, [kind]: file }),
    keepNow,
    startOver: async () => {
      clearTimeout(timer.current);
      unsaved.current = undefined;
      setWork(empty);
      await forgetRelease(uid);
      setIsKeeping(unsaved.current !== undefined);
      setKeeping({ state: 'untouched' });
    },
  };
}
