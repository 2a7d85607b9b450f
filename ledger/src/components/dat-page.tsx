import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { ExplicitMark } from '@datchain/shared/ui/explicit-mark.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { MoreIcon } from '@datchain/shared/ui/icons.tsx';
import { titleStyle } from '@datchain/shared/ui/title-style.ts';
import type { CreatorView, DatView } from '../views/dat/dat-view.ts';
import { followHref } from '../views/page/addresses.ts';
import { CollectionDialog } from './collection-dialog.tsx';
import { Credits } from './credits.tsx';
import { DatArt } from './dat-art.tsx';
import { DatBuy } from './dat-buy.tsx';
import { DatShare } from './dat-share.tsx';
import { EditionEarnings } from './edition-earnings.tsx';
import { EditionTable } from './edition-table.tsx';
import { History } from './history-table.tsx';
import { HoldersDialog } from './holders-dialog.tsx';
import { islandProps } from './island-props.ts';
import { MoreDialog } from './more-dialog.tsx';
import { DialogButton } from './page-dialog.tsx';
import { Player } from './player.tsx';
import { TakenDownNotice } from './taken-down-notice.tsx';

type DatPageProps = { dat: DatView; previews?: string; embed?: string | undefined };

/**
 * The whole of /viewdat/{id} below the bar: drawn at build time, or in the browser for a DAT that
 * is newer than the last rebuild (R-VIEW-10). What has an id here is drawn again by
 * redraw-dat.tsx when the editions change. `previews` says where sound is, to browsers without script;
 * `embed` is the HTML of its player for other sites, which only a built page has.
 */
export function DatPage({ dat, previews, embed }: DatPageProps) {
  return (
    <>
      <div className="dat-page">
        <div className="dat-page-work">
          <DatArt art={dat.art} song={dat.song} />
          {dat.player && <Player player={dat.player} previews={previews} />}
        </div>
        <div className="dat-page-text">
          <h1 className={titleStyle(dat.song)} dir="auto">
            {dat.song}
            {dat.isExplicit && <ExplicitMark />}
          </h1>
          <p className="artist" dir="auto">
            {dat.artist}
          </p>
          <div id="dat-notice" role="status">
            {dat.takenDown && <TakenDownNotice text={dat.takenDown} />}
          </div>
          <div id="dat-you" className="dat-you" hidden />
          <div className="creator-line">
            <Creator creator={dat.creator} />
            {dat.creator.href && !dat.creator.isGone && (
              <a className="creator-follow small" href={followHref(dat.creator.username)}>
                Follow this artist
              </a>
            )}
          </div>
          {!dat.takenDown && (
            <div id="dat-share" className="dat-page-share">
              <DatShare editions={dat.editions} />
            </div>
          )}
          <FactList
            inRow
            facts={[
              { label: 'Tier', value: <span className="tier">{dat.tier}</span> },
              { label: 'Chain', value: dat.chain },
              { label: 'Released', value: dat.released },
            ]}
          />
          {!dat.takenDown && (
            <div id="dat-buy" className="dat-page-buy">
              <DatBuy editions={dat.editions} />
            </div>
          )}
          <DatActions dat={dat} />
        </div>
      </div>
      <Credits groups={dat.credits} codes={dat.codes} rights={dat.rights} />
      <EditionEarnings earned={dat.earned} />
      <Editions dat={dat} />
      <div id="history">
        <History rows={dat.history} prices={dat.prices} />
      </div>
      {!dat.takenDown && <CollectionDialog rows={dat.editions.rows} />}
      <HoldersDialog holders={dat.editions.holders} />
      <MoreDialog datId={dat.facts.id} embed={embed} />
      <div className="toast-region" role="status" id="toast" />
      <script
        id="dat-facts"
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data, which nothing can end early
        dangerouslySetInnerHTML={{ __html: islandProps(dat.facts) }}
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
        <strong className="creator-name" dir="auto">
          {creator.name}
        </strong>
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
      {!dat.takenDown && (
        <DialogButton opens="collection" variant="secondary">
          Collection
        </DialogButton>
      )}
      <DialogButton opens="holders" variant="secondary">
        Holders
      </DialogButton>
      <a className={buttonClass({ variant: 'secondary' })} href={dat.analyticsHref}>
        Analytics
      </a>
      <DialogButton opens="more" variant="secondary" label="More Options">
        <MoreIcon />
      </DialogButton>
    </div>
  );
}

function Editions({ dat }: { dat: DatView }) {
  return (
    <section className="section" aria-labelledby="editions-title">
      <div className="section-head">
        <h2 className="h2" id="editions-title">
          Editions
        </h2>
        <p className="micro live-line" id="dat-live">
          {dat.asOf}
        </p>
      </div>
      <div id="edition-rows">
        <EditionTable rows={dat.editions.rows} />
      </div>
      <p className="small edition-certificates">
        <a href={dat.certificatesHref}>Edition certificates</a>
      </p>
    </section>
  );
}
