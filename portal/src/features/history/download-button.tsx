import { readMovements } from '@datchain/shared/contracts/documents/movement.ts';
import { FileButton } from '../../app/file-button.tsx';
import { readNewest } from '../../lib/data/use-document.ts';
import { saveCsv } from '../../lib/text/csv.ts';
import { movementsCsv } from './csv.ts';
import type { SongOf } from './movement-words.ts';

type DownloadButtonProps = {
  /** Undefined until the user is known: the button is in its place and waits. */
  path: string | undefined;
  songOf: SongOf;
};

async function save(path: string, songOf: SongOf): Promise<void> {
  const movements = readMovements(await readNewest(path, []));
  const today = new Date().toISOString().slice(0, 10);
  saveCsv(`datchain-history-${today}.csv`, movementsCsv(movements, songOf));
}

/** Everything that ever moved, as a file for spreadsheets. */
export const DownloadButton = ({ path, songOf }: DownloadButtonProps) => (
  <FileButton
    text="Download CSV"
    busyText="Reading your history…"
    save={path === undefined ? undefined : () => save(path, songOf)}
  />
);
