import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';

type FileButtonProps = {
  text: string;
  busyText: string;
  save: (() => Promise<void>) | undefined;
};

/** A button that makes a file; `save` loads the code for it only when the button is pressed. */
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
