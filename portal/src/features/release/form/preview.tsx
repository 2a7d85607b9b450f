import { config, rates } from '@datchain/shared/domain/config.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { DatCard } from '@datchain/shared/ui/dat-card.tsx';
import type { LinkProps } from '@datchain/shared/ui/link.tsx';
import { useId } from 'react';
import { useObjectUrl } from '../use-object-url.ts';
import type { DraftControls, Keeping } from './use-release-draft.ts';

/** A card without a link: the release has no page yet. */
const NoLink = ({ children }: LinkProps) => <span>{children}</span>;

export function Preview({ controls }: { controls: DraftControls }) {
  const { draft, artwork, keeping, isKeeping } = controls;
  const url = useObjectUrl(draft.mode === 'form' ? artwork : null);
  const id = useId();
  const names = readNames(controls);
  const lacks = Object.entries(names).flatMap(([name, text]) => (text ? [] : name));
  const { song, artist, username } = names;
  return (
    <aside className="release-preview" aria-labelledby={id} data-lacks={lacks.join(' ')}>
      <h2 className="visually-hidden" id={id}>
        Preview
      </h2>
      <DatCard
        dat={{
          href: '',
          art: url === undefined ? undefined : { src: url },
          song: song || 'Song name',
          artist: artist || 'Artist',
          username: username || 'username',
          marks: Array.from({ length: config.editionsPerDat }, () => 'primary'),
          isExplicit: draft.mode === 'form' && draft.facts.isExplicit,
          lowestPrice: formatCents(rates.editionPriceCents[draft.tier]),
        }}
        eager
        linkComponent={NoLink}
      />
      <div className="micro muted release-kept">
        <p aria-busy={isKeeping}>{isWhole(keeping) && keepingText(controls)}</p>
        <p role="status">{!isWhole(keeping) && keepingText(controls)}</p>
      </div>
    </aside>
  );
}

function readNames({ draft }: DraftControls) {
  const { mode, summary, selectedArtist, songName } = draft;
  if (mode === 'summary') {
    return { song: summary?.songName, artist: summary?.artistName, username: '' };
  }
  const { artistName, username } = selectedArtist ?? {};
  return { song: songName.trim(), artist: artistName, username };
}

const formatTime = (at: number): string =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

const isWhole = (keeping: Keeping): boolean =>
  keeping.state === 'untouched' || keeping.refused.length === 0;

function keepingText({ keeping, ...files }: DraftControls): string {
  if (keeping.state === 'untouched') {
    return 'A draft is saved on this device while you fill in the form.';
  }
  const { savedAt, refused } = keeping;
  if (refused.length === 0) return `Draft saved on this device, ${formatTime(savedAt)}`;
  if (refused.includes('text')) {
    return 'This device cannot keep the draft. It is lost when this page is reloaded or closed.';
  }
  const kinds = ['artwork', 'audio'] as const;
  const lost = kinds.filter((kind) => refused.includes(kind));
  const other = kinds.find((kind) => files[kind] && !refused.includes(kind));
  const kept = other ? `Your text and the ${other} are` : 'Your text is';
  return `${kept} saved on this device. If you reload or close this page, choose the ${lost.join(' and the ')} again.`;
}
