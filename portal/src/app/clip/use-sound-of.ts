import { type RefObject, useEffect, useRef } from 'react';

/** Lets an audio element play a file of this device, and stop reading it before its address is gone. */
export function useSoundOf(file: File): RefObject<HTMLAudioElement | null> {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const sound = audio.current;
    if (!sound) return;
    const url = URL.createObjectURL(file);
    sound.src = url;
    return () => {
      sound.removeAttribute('src');
      sound.load();
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return audio;
}
