import type { Dat } from '@datchain/shared/domain/dats.ts';
import { PlayButton } from '@datchain/shared/ui/play-button.tsx';
import { letPreviewsPlay } from '../lib/storage/previews.ts';

letPreviewsPlay();

export function PreviewButton({ dat, look }: { dat: Dat; look: 'player' | 'corner' }) {
  const { preview, songName, artistName } = dat;
  return (
    preview && <PlayButton file={preview.file} song={songName} artist={artistName} look={look} />
  );
}
