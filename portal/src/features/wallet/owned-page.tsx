import {
  readCreatorParts,
  readOwnedDats,
} from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { useDats } from '../../lib/data/use-dats.ts';
import { useDocument } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { OwnedCards } from './owned-cards.tsx';
import { heldWorks, ownedWorks } from './owned-works.ts';

const readPage = (value: unknown) => ({
  owned: readOwnedDats(value),
  created: readCreatorParts(value),
});

type OwnedPageProps = { uid: string; page: number; namesKnown: boolean };

/** The works of a page behind the first, followed like those. */
export function OwnedPage({ uid, page, namesKnown }: OwnedPageProps) {
  const own = useDocument(docs.walletPage(uid, page), readPage);
  const dats = useDats();
  if (own.state !== 'ready') {
    return (
      <li className="owned-wait">
        <p role="status">
          {own.state === 'failed'
            ? 'These works could not be loaded. Trying again.'
            : 'Loading more works…'}
        </p>
      </li>
    );
  }
  const works = heldWorks(ownedWorks(own.value, liveOr(dats, new Map()), uid));
  return <OwnedCards works={works} namesKnown={namesKnown} />;
}
