import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EditionRail } from '@datchain/shared/ui/edition-rail.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import type { CreatorView, DatView } from '../views/dat-view.ts';
import { Credits } from './credits.tsx';
import { commandFor, EditionDialog } from './edition-dialog.tsx';

/**
 * The whole of /viewdat/{id} below the bar: drawn at build time, or in the browser for a DAT that
 * is newer than the last rebuild (SPEC §2, DAT detail).
 */
export function DatPage({ dat }: { dat: DatView }) {
  return (
    <>
      <div className="dat-page">
        {dat.art ? (
          <img
            className="dat-page-art"
            {...dat.art}
            alt={`Artwork of ${dat.song}`}
            width={900}
            height={900}
            fetchPriority="high"
          />
        ) : (
          <div className="dat-page-art" />
        )}
        <div className="dat-page-text">
          <h1 className={dat.titleStyle}>{dat.song}</h1>
          <p className="artist">{dat.artist}</p>
          <Creator creator={dat.creator} />
          <div className="dat-page-share">
            <p className="h2">{dat.available} available for ownership</p>
            <p className="small muted">{dat.freeText}</p>
          </div>
          <EditionRail free={dat.free} size="page" />
          <FactList
            facts={[
              { label: 'Tier', value: <span className="tier">{dat.tier}</span> },
              { label: 'Chain', value: dat.chain },
              { label: 'Released', value: dat.released },
            ]}
          />
          <DatActions dat={dat} />
        </div>
      </div>
      <Credits groups={dat.credits} />
      <EditionDialog
        id="collection"
        title="Collection"
        lines={dat.collection}
        empty="No editions."
      />
      <EditionDialog
        id="holders"
        title="Holders"
        lines={dat.holders}
        empty="There are no current holders"
      />
    </>
  );
}

function Creator({ creator }: { creator: CreatorView }) {
  const inside = (
    <>
      {creator.picture ? (
        <img className="avatar" src={creator.picture} alt="" width={40} height={40} />
      ) : (
        <span className="avatar" />
      )}
      <span>
        <strong className="creator-name">{creator.name}</strong>
        <span className="small muted">Creator, @{creator.username}</span>
      </span>
    </>
  );
  return creator.href ? (
    <a className="creator" href={creator.href}>
      {inside}
    </a>
  ) : (
    <div className="creator">{inside}</div>
  );
}

function DatActions({ dat }: { dat: DatView }) {
  return (
    <div className="actions dat-page-actions">
      <button
        type="button"
        className={buttonClass()}
        data-opens="collection"
        {...commandFor('collection', 'show-modal')}
      >
        Collection
      </button>
      <button
        type="button"
        className={buttonClass({ variant: 'secondary' })}
        data-opens="holders"
        {...commandFor('holders', 'show-modal')}
      >
        Holders
      </button>
      <a className={buttonClass({ variant: 'secondary' })} href={dat.analyticsHref}>
        Analytics
      </a>
    </div>
  );
}
