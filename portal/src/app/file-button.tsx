import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';

type FileButtonProps = {
  text: string;
  /** While the file is being made. */
  busyText: string;
  /** Makes the file and hands it over; undefined while there is nothing to keep. */
  save: (() => Promise<void>) | undefined;
};

/** Makes a file when it is pressed: what that takes is loaded then, and not before. */
export function FileButton({ text, busyText, save }: FileButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const press = async () => {
    setState('busy');
    try {
      await save?.();
      setState('idle');
    } catch (error) {
      console.warn('The file could not be made.', error);
      setState('failed');
    }
  };
  return (
    <>
      <Button variant="secondary" disabled={!save || state === 'busy'} onClick={press}>
        {state === 'busy' ? busyText : text}
      </Button>
      {state === 'failed' && (
        <p className="small" role="alert">
          The file could not be made. Try again.
        </p>
      )}
    </>
  );
}
