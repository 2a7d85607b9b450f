import type { Recording } from '@datchain/shared/domain/recording/read-recording.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useEffect, useState } from 'react';
import { loadRecording } from '../../lib/files/load-recording.ts';

/**
 * Reads the recording in a file, or why it cannot be released; undefined while reading or without a
 * file.
 */
export function useRecording(file: File | null): Recording | Refusal | undefined {
  const [known, setKnown] = useState<{ file: File; recording: Recording | Refusal }>();
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    loadRecording(file).then(
      (recording) => isCurrent && setKnown({ file, recording }),
      (error: unknown) => warnLater('A recording could not be read.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return known?.file === file ? known?.recording : undefined;
}
