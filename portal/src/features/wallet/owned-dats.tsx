import {
  readCreatorParts,
  readOwnedDats,
} from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { formatCount, formatShare } from '@datchain/shared/domain/format.ts';
import { WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import { computeRounding, formatColumn, ROUNDING } from '@datchain/shared/domain/shown-amount.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { type ReactNode, useState } from 'react';
import { Section } from '../../app/section.tsx';
import { useDats } from '../../lib/data/use-dats.ts';
import { useDocument } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { OwnedCards } from './owned-cards.tsx';
import { heldWorks, type OwnedWork, ownedWorks, type WorksTotals } from './owned-works.ts';

const count = (n: number, one: string): string => `${formatCount(n)} ${one}${n === 1 ? '' : 's'}`;

type OwnedDatsProps = {
  works: readonly OwnedWork[];
  totals: WorksTotals;
  morePages: number;
  uid: string | undefined;
  namesKnown: boolean;
  aside?: ReactNode;
};

/** Sums the earnings of all cards; the rounding line needs all cards on this page. */
function totalFacts({ works, totals, morePages }: OwnedDatsProps) {
  const amounts = works.map(({ earnedMicros }) => earnedMicros);
  const rounding = morePages > 0 ? 0 : computeRounding(amounts, totals.heldMicros);
  const usd = formatColumn([...amounts, totals.heldMicros]);
  return [
    ...(rounding === 0 ? [] : [{ label: ROUNDING, value: usd(rounding) }]),
    { label: 'Works you hold', value: usd(totals.heldMicros), total: true },
  ];
}

/** Lists the works of which the user holds editions (R-WAL-03). */
export function OwnedDats(props: OwnedDatsProps) {
  const { works, totals, morePages, uid, namesKnown, aside } = props;
  const [opened, setOpened] = useState(0);
  const pages = Array.from({ length: Math.min(opened, morePages) }, (_, index) => index + 1);
  return (
    <Section
      id="wallet-dats"
      title="DATS"
      aside={
        <>
          <p className="small">
            {`${count(totals.held, 'work')}, ${count(totals.editions, 'edition')}`}
          </p>
          {aside}
        </>
      }
      rule
      headClassName="owned-head"
    >
      <ul className="owned-list">
        <OwnedCards works={works} namesKnown={namesKnown} />
        {uid !== undefined &&
          pages.map((page) => (
            <OwnedPage key={page} uid={uid} page={page} namesKnown={namesKnown} />
          ))}
      </ul>
      {opened < morePages && (
        <Button variant="secondary" onClick={() => setOpened(opened + 1)}>
          Show more
        </Button>
      )}
      <p className="small muted">
        {`Royalty Share % is a share of the ${formatShare(rates.streamSharePpm)} paid on streams: ${WHO_PAYS}`}
      </p>
      <FactList facts={totalFacts(props)} />
    </Section>
  );
}

const readPage = (value: unknown) => ({
  owned: readOwnedDats(value),
  created: readCreatorParts(value),
});

type OwnedPageProps = { uid: string; page: number; namesKnown: boolean };

function OwnedPage({ uid, page, namesKnown }: OwnedPageProps) {
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
