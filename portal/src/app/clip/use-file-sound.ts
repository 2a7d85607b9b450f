import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { onFailure } from '@datchain/shared/ui/on-failure.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadRecording } from '../../lib/files/load-recording.ts';
import { playable } from '../../lib/files/playable.ts';

interface SoundOfFile {
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly isMute: boolean;
}

/** Lets an audio element play a local file, and stops it before its object URL is revoked. */
export function useFileSound(file: File): SoundOfFile {
  const audio = useRef<HTMLAudioElement>(null);
  const [mute, setMute] = useState<File>();
  useEffect(() => {
    const sound = audio.current;
    if (!sound) return;
    const listening = new AbortController();
    const { signal } = listening;
    onFailure(sound, () => setMute(file), { signal });
    let url = '';
    loadRecording(file).then(
      (recording) => {
        if (signal.aborted || isRefusal(recording)) return;
        url = URL.createObjectURL(playable(file, recording));
        sound.src = url;
      },
      (error: unknown) => console.warn('A recording could not be read.', error),
    );
    return () => {
      listening.abort();
      sound.removeAttribute('src');
      sound.load();
      if (url) URL.revokeObjectURL(url);
    };
  }, [file]);
  return { audio, isMute: mute === file };
}
