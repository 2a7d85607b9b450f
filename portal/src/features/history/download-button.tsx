import { readMovements } from '@datchain/shared/contracts/documents/movement.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { readNewest } from '../../lib/data/use-document.ts';
import { saveCsv } from '../../lib/text/csv.ts';
import { movementsCsv } from './csv.ts';
import type { SongOf } from './movement-words.ts';

type DownloadButtonProps = {
  /** Undefined until the user is known: the button is in its place and waits. */
  path: string | undefined;
  songOf: SongOf;
};

type State = 'idle' | 'busy' | 'failed';

/** Everything that ever moved, as a file for spreadsheets. */
export function DownloadButton({ path, songOf }: DownloadButtonProps) {
  const [state, setState] = useState<State>('idle');

  const download = async () => {
    if (path === undefined) return;
    setState('busy');
    try {
      const movements = readMovements(await readNewest(path, []));
      const today = new Date().toISOString().slice(0, 10);
      saveCsv(`datchain-history-${today}.csv`, movementsCsv(movements, songOf));
      setState('idle');
    } catch (error) {
      console.warn('The whole history could not be read.', error);
      setState('failed');
    }
  };

  return (
    <>
      <Button
        variant="secondary"
        disabled={state === 'busy' || path === undefined}
        onClick={download}
      >
        {state === 'busy' ? 'Reading your history…' : 'Download CSV'}
      </Button>
      {state === 'failed' && (
        <p className="small" role="alert">
          The file could not be made. Try again.
        </p>
      )}
    </>
  );
}
