import './history.css';
import { type MovementKind, readMovements } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackLink } from '../../app/back-link.tsx';
import { FileButton } from '../../app/file-button.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Notice } from '../../app/notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { useDats } from '../../lib/data/use-dats.ts';
import { readNewest, useNewest } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { saveCsv } from '../../lib/text/csv.ts';
import { movementsCsv } from './csv.ts';
import { type MovementGroup, movementGroups, type SongOf } from './movement-words.ts';
import { MovementsTable } from './movements-table.tsx';

const PAGE_SIZE = 50;

const back = <BackLink href="/wallet" text="Wallet" />;

export default function HistoryScreen() {
  const session = useSession();
  if (session.state === 'signedOut') {
    return (
      <Screen title="History" back={back}>
        <LoginPrompt>Log in to see your wallet’s history.</LoginPrompt>
      </Screen>
    );
  }
  const uid = session.state === 'signedIn' ? session.uid : undefined;
  return <OwnHistory key={uid ?? ''} uid={uid} />;
}

function useGroup() {
  const [search, setSearch] = useSearchParams();
  const group = movementGroups.find(({ name }) => name === search.get('show'));
  const choose = (name: MovementGroup | undefined) =>
    setSearch(name ? { show: name } : {}, { replace: true });
  return { group, choose };
}

function OwnHistory({ uid }: { uid: string | undefined }) {
  const { group, choose } = useGroup();
  const [shown, setShown] = useState(PAGE_SIZE);
  const kinds: readonly MovementKind[] = group?.kinds ?? [];
  const path = uid && docs.movements(uid);
  // One more than is shown tells whether there are more.
  const found = useNewest(path ? { path, limit: shown + 1, kinds } : undefined, readMovements);
  const dats = liveOr(useDats(), new Map());
  const songOf = (datId: string): string => dats.get(datId)?.songName ?? datId;
  // A stored day of streams may have movements of two kinds.
  const movements = liveOr(found, []).filter(
    ({ kind }) => kinds.length === 0 || kinds.includes(kind),
  );

  return (
    <Screen title="History" back={back} actions={<DownloadButton path={path} songOf={songOf} />}>
      <fieldset className="chips history-groups">
        <legend className="visually-hidden">Show</legend>
        {[undefined, ...movementGroups].map((each) => (
          <button
            key={each?.name ?? 'all'}
            type="button"
            className="chip"
            aria-pressed={group?.name === each?.name}
            onClick={() => {
              choose(each?.name);
              setShown(PAGE_SIZE);
            }}
          >
            {each?.text ?? 'Everything'}
          </button>
        ))}
      </fieldset>
      {found.state === 'failed' && <Notice>The history could not be loaded. Trying again.</Notice>}
      {found.state === 'loading' && <p role="status">Loading the history…</p>}
      {movements.length > 0 && (
        <MovementsTable
          movements={movements.slice(0, shown)}
          next={movements[shown]}
          songOf={songOf}
        />
      )}
      {movements.length > shown && (
        <Button variant="secondary" wide onClick={() => setShown(shown + PAGE_SIZE)}>
          Show more
        </Button>
      )}
      {found.state === 'ready' && movements.length === 0 && (
        <EmptyState
          text={group ? 'Nothing of this kind has happened yet.' : 'Nothing has happened yet.'}
        >
          <a className={buttonClass()} href="/dats">
            See DATS
          </a>
          <a className={buttonClass({ variant: 'secondary' })} href="/home">
            Buy tokens
          </a>
        </EmptyState>
      )}
    </Screen>
  );
}

type DownloadButtonProps = {
  path: string | undefined;
  songOf: SongOf;
};

async function save(path: string, songOf: SongOf): Promise<void> {
  const movements = readMovements(await readNewest(path, []));
  const today = new Date().toISOString().slice(0, 10);
  saveCsv(`datchain-history-${today}.csv`, movementsCsv(movements, songOf));
}

const DownloadButton = ({ path, songOf }: DownloadButtonProps) => (
  <FileButton
    text="Download CSV"
    busyText="Reading your history…"
    save={path === undefined ? undefined : () => save(path, songOf)}
  />
);
