import { addUp } from '@datchain/shared/domain/add-up.ts';
import {
  formatCount,
  formatMicrosUpTo3,
  formatShare,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { NoDataYet } from '@datchain/shared/ui/dat-card.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { ArrowIcon } from '@datchain/shared/ui/icons.tsx';
import type { ReactNode } from 'react';
import { PreviewButton } from '../../app/preview-button.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useStreamTotals } from '../../lib/data/use-stream-totals.ts';
import type { OwnedWork } from './owned-works.ts';

const count = (n: number, one: string): string => `${formatCount(n)} ${one}${n === 1 ? '' : 's'}`;

type OwnedDatsProps = {
  works: readonly OwnedWork[];
  /** The public summaries have answered: what they do not have is not on its way. */
  namesKnown: boolean;
  /** Beside the number of works, e.g. a link. */
  aside?: ReactNode;
};

/** The works someone holds editions of, each a card that opens them (R-WAL-03). */
export function OwnedDats({ works, namesKnown, aside }: OwnedDatsProps) {
  const totals = useStreamTotals();
  const shown = addUp(works.map(({ earnedMicros }) => earnedMicros));
  const editions = works.reduce((sum, work) => sum + work.editions, 0);
  return (
    <section className="section" aria-labelledby="wallet-dats">
      <div className="section-head section-rule owned-head">
        <h2 className="h2" id="wallet-dats">
          DATS
        </h2>
        <p className="small">{`${count(works.length, 'work')}, ${count(editions, 'edition')}`}</p>
        {aside}
      </div>
      <ul className="owned-list">
        {works.map((work, index) => (
          <li key={work.datId}>
            <OwnedCard
              work={work}
              shownMicros={shown[index] ?? 0}
              namesKnown={namesKnown}
              streams={totals && (totals.get(work.datId) ?? 'none')}
            />
          </li>
        ))}
      </ul>
      <FactList
        facts={[
          {
            label: 'Works you hold',
            value: formatMicrosUpTo3(shown.reduce((sum, micros) => sum + micros, 0)),
            total: true,
          },
        ]}
      />
    </section>
  );
}

type OwnedCardProps = {
  work: OwnedWork;
  /** Its earnings as they add up with those of the others. */
  shownMicros: number;
  namesKnown: boolean;
  /** 'none' when nothing was reported; undefined until that is known. */
  streams: number | 'none' | undefined;
};

function OwnedCard({ work, shownMicros, namesKnown, streams }: OwnedCardProps) {
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
        <CardFigure label="Earnings" value={formatMicrosUpTo3(shownMicros)} />
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
