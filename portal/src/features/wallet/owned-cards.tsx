import { readStreamTotals } from '@datchain/shared/contracts/dats-index.ts';
import { formatCount, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { formatColumn } from '@datchain/shared/domain/shown-amount.ts';
import { NoDataYet } from '@datchain/shared/ui/dat-card.tsx';
import { ArrowIcon } from '@datchain/shared/ui/icons.tsx';
import { type ReactNode, useMemo } from 'react';
import { PreviewButton } from '../../app/preview-button.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useDatsIndex } from '../../lib/data/use-dats-index.ts';
import type { OwnedWork } from './owned-works.ts';

type OwnedCardsProps = { works: readonly OwnedWork[]; namesKnown: boolean };

/** Shows a card for each work, which opens it (R-WAL-03). */
export function OwnedCards({ works, namesKnown }: OwnedCardsProps) {
  const index = useDatsIndex();
  const totals = useMemo(
    () => (index.state === 'ready' ? readStreamTotals(index.value) : undefined),
    [index],
  );
  const usd = formatColumn(works.map(({ earnedMicros }) => earnedMicros));
  return works.map((work) => (
    <li key={work.datId}>
      <OwnedCard
        work={work}
        earned={usd(work.earnedMicros)}
        namesKnown={namesKnown}
        streams={totals && (totals.get(work.datId) ?? 'none')}
      />
    </li>
  ));
}

type OwnedCardProps = {
  work: OwnedWork;
  earned: string;
  namesKnown: boolean;
  /** 'none' when nothing was reported; undefined until known. */
  streams: number | 'none' | undefined;
};

function OwnedCard({ work, earned, namesKnown, streams }: OwnedCardProps) {
  const { datId, dat, sharePpm } = work;
  return (
    <article className="owned-card">
      {dat?.artworkUrl ? (
        <img src={dat.artworkUrl} alt="" width={96} height={96} loading="lazy" decoding="async" />
      ) : (
        <div className="owned-art" />
      )}
      {dat && <PreviewButton dat={dat} look="corner" />}
      <div className="owned-names">
        <h3 className="h3" dir="auto">
          <SiteLink href={`/wallet/dat/${datId}`}>
            {dat ? dat.songName : namesKnown ? datId : 'Loading…'}
          </SiteLink>
        </h3>
        <p className="small" dir="auto">
          {dat?.artistName || UNKNOWN}
        </p>
        <p className="small muted">{dat?.creatorUsername ? `@${dat.creatorUsername}` : UNKNOWN}</p>
      </div>
      <dl className="owned-figures" aria-live="polite">
        <CardFigure label="Royalty Share %" value={formatShare(sharePpm)} />
        <CardFigure
          label="Total Streams"
          value={
            streams === 'none' ? (
              <NoDataYet />
            ) : streams === undefined ? (
              UNKNOWN
            ) : (
              formatCount(streams)
            )
          }
        />
        <CardFigure label="Earnings" value={earned} />
      </dl>
      <ArrowIcon />
    </article>
  );
}

const CardFigure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
