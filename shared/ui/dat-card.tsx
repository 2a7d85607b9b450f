import type { ReactNode } from 'react';
import { type Availability, countMarks } from '../domain/availability.ts';
import { EditionRail, forSaleText } from './edition-rail.tsx';
import { ExplicitMark } from './explicit-mark.tsx';
import { type LinkComponent, PlainLink } from './link.tsx';
import { PlayButton } from './play-button.tsx';

export type CardArt = { src: string; srcSet?: string; sizes?: string };

export type DatCardData = {
  href: string;
  art?: CardArt | undefined;
  song: string;
  artist: string;
  /** The creator's username, without the @. */
  username: string;
  preview?: string | undefined;
  isExplicit?: boolean | undefined;
  marks: readonly Availability[];
  /** The price of the cheapest edition for sale, e.g. '$18.00'; without it none is for sale. */
  lowestPrice?: string | undefined;
  /** The text beside 'Total Streams'; without it nothing has been reported yet. */
  totalStreams?: string | undefined;
  /** The editions that the profile's person holds, e.g. '#7; #8', shown instead of price and streams. */
  holds?: string | undefined;
  tier?: string | undefined;
  availableForOwnership?: string | undefined;
};

type DatCardProps = {
  dat: DatCardData;
  /** True for the newest work: twice as wide and high, with a display title. */
  featured?: boolean;
  eager?: boolean;
  linkComponent?: LinkComponent;
};

/** A work in `.dat-grid`; the whole card is one link (R-DAT-01, R-DAT-03). */
export function DatCard({ dat, featured, eager, linkComponent: Link = PlainLink }: DatCardProps) {
  return (
    <article className={featured ? 'dat-card dat-card-featured' : 'dat-card'}>
      {dat.art ? (
        <img
          className="dat-card-art"
          {...dat.art}
          alt=""
          width={900}
          height={900}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={featured ? 'high' : 'auto'}
          decoding="async"
        />
      ) : (
        <div className="dat-card-art" />
      )}
      <div className="dat-card-rail">
        <EditionRail marks={dat.marks} size={featured ? 'featured' : 'card'} />
        <span className="micro" aria-hidden="true">
          {countMarks(dat.marks, 'primary', 'resale')}/{dat.marks.length}
        </span>
        <span className="visually-hidden">{forSaleText(dat.marks)}</span>
      </div>
      <h3 className={featured ? 'dat-card-song display' : 'dat-card-song h3'} dir="auto">
        <Link href={dat.href}>{dat.song}</Link>
        {dat.isExplicit && <ExplicitMark />}
      </h3>
      {dat.preview && <PlayButton file={dat.preview} song={dat.song} look="corner" />}
      <div className="dat-card-names">
        <p dir="auto">{dat.artist}</p>
        <p className="muted">@{dat.username}</p>
      </div>
      <dl className="dat-card-facts">
        {featured && dat.tier && <CardFact label="Tier" value={dat.tier} />}
        {featured && dat.availableForOwnership && (
          <CardFact label="Available for ownership" value={dat.availableForOwnership} />
        )}
        {dat.holds ? (
          <CardFact label="Holds" value={dat.holds} />
        ) : dat.lowestPrice ? (
          <CardFact label="From" value={<strong>{dat.lowestPrice}</strong>} />
        ) : (
          <CardFact label="For sale" value="None now" />
        )}
        {!dat.holds && <CardFact label="Total Streams" value={dat.totalStreams ?? <NoDataYet />} />}
      </dl>
    </article>
  );
}

/** A missing figure: a dash on screen, words for screen readers. */
export function NoDataYet() {
  return (
    <span title="No data yet">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">No data yet</span>
    </span>
  );
}

function CardFact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function DatCardSkeleton() {
  return (
    <div className="dat-card" aria-hidden="true">
      <span className="skeleton skeleton-art" />
      <span className="skeleton skeleton-rail" />
      <span className="skeleton skeleton-line skeleton-long" />
      <span className="skeleton skeleton-line skeleton-short" />
    </div>
  );
}
