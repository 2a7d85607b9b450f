import { clockText } from '@datchain/shared/domain/clock-text.ts';
import type { Tier } from '@datchain/shared/domain/config.ts';
import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import {
  codeFacts,
  factsOf as factsOfTyped,
  factWords,
  type RecordingFacts,
  rightsFacts,
  type TextFact,
} from '@datchain/shared/domain/recording-facts.ts';
import type { ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { tierTerms } from '../tier-words.ts';

const tierFact = (tier: Tier): Fact => ({
  label: 'Tier',
  value: (
    <>
      <span className="tier">{tier}</span>
      <span className="review-terms small muted">{tierTerms(tier)}</span>
    </>
  ),
});

const text = (label: string, value: string | undefined): Fact => ({
  label,
  value: value ? <span dir="auto">{value}</span> : UNKNOWN,
});

const previewText = (start: number | null): string =>
  start === null ? 'Starts a quarter of the way in' : `Starts at ${clockText(start)}`;

/** What is said of the recording; what is not said takes no line. */
function saidOf(facts: RecordingFacts): Fact[] {
  const said = (fact: TextFact): Fact[] =>
    facts[fact] ? [text(factWords[fact].name, facts[fact])] : [];
  return [
    ...codeFacts().flatMap(said),
    ...(facts.isExplicit ? [text('Lyrics', 'Explicit')] : []),
    ...rightsFacts().flatMap(said),
  ];
}

function factsOf(draft: ReleaseDraft): readonly Fact[] {
  const { mode, songName, selectedArtist, summary, tier, genre, previewStart, facts } = draft;
  if (mode === 'summary') {
    return [
      text('DAT name', summary?.songName),
      text('Artist', summary?.artistName),
      text('Album', summary?.albumName),
      tierFact(tier),
    ];
  }
  return [
    text('DAT name', songName.trim()),
    text('Artist', selectedArtist?.artistName),
    tierFact(tier),
    text('Genre', genre && genreName(genre)),
    text('Preview', previewText(previewStart)),
    ...saidOf(factsOfTyped(facts)),
  ];
}

export const ReleaseFacts = ({ draft }: { draft: ReleaseDraft }) => (
  <div className="review-facts">
    <FactList facts={factsOf(draft)} />
  </div>
);
