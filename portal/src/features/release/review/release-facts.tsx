import { clockText } from '@datchain/shared/domain/clock-text.ts';
import type { Tier } from '@datchain/shared/domain/config.ts';
import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import { defaultPreviewStart, previewLength } from '@datchain/shared/domain/preview.ts';
import {
  codeFacts,
  readStatedFacts as factsOfTyped,
  factWords,
  type RecordingFacts,
  rightsFacts,
  type TextFact,
} from '@datchain/shared/domain/recording-facts.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { useRecording } from '../../../app/clip/use-recording.ts';
import type { KeptRelease } from '../draft-store.ts';
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

function previewText(chosen: number | null, songSeconds: number | undefined): string {
  if (songSeconds === undefined) return UNKNOWN;
  const start = chosen ?? defaultPreviewStart(songSeconds);
  return `${clockText(start)} to ${clockText(start + previewLength(songSeconds))}`;
}

function listGiven(facts: RecordingFacts): Fact[] {
  const given = (fact: TextFact): Fact[] =>
    facts[fact] ? [text(factWords[fact].name, facts[fact])] : [];
  return [
    ...codeFacts().flatMap(given),
    ...(facts.isExplicit ? [text('Lyrics', 'Explicit')] : []),
    ...rightsFacts().flatMap(given),
  ];
}

function listFacts(draft: ReleaseDraft, songSeconds: number | undefined): readonly Fact[] {
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
    text('Preview', previewText(previewStart, songSeconds)),
    ...listGiven(factsOfTyped(facts)),
  ];
}

export function ReleaseFacts({ kept: { draft, audio } }: { kept: KeptRelease }) {
  const recording = useRecording(audio);
  const read = recording && !isRefusal(recording) ? recording : undefined;
  return (
    <div className="review-facts">
      <FactList facts={listFacts(draft, read && read.frames / read.sampleRate)} />
    </div>
  );
}
