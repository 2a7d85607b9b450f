import { useFileSound } from '../../../app/clip/use-file-sound.ts';
import { sizeText } from '../../../lib/text/size-text.ts';
import type { KeptRelease } from '../draft-store.ts';
import { useObjectUrl } from '../use-object-url.ts';

export function Previews({ kept: { draft, artwork, audio } }: { kept: KeptRelease }) {
  if (draft.mode === 'summary') {
    return (
      <div className="review-previews">
        <NoArtwork />
        <p className="small muted">
          Artwork, audio, genre and credits are those of the existing release.
        </p>
      </div>
    );
  }
  return (
    <div className="review-previews">
      {artwork ? <Artwork file={artwork} name={draft.songName.trim()} /> : <NoArtwork />}
      {audio ? <Audio file={audio} /> : <p className="small muted">No audio selected</p>}
    </div>
  );
}

const NoArtwork = () => (
  <div className="review-artwork review-no-artwork">
    <p className="muted">No artwork selected</p>
  </div>
);

function Artwork({ file, name }: { file: File; name: string }) {
  const url = useObjectUrl(file);
  return (
    <div className="review-artwork">
      {url && <img src={url} alt={`Artwork of ${name}`} width={400} height={400} />}
    </div>
  );
}

function Audio({ file }: { file: File }) {
  const { audio } = useFileSound(file);
  return (
    <figure className="review-audio">
      {/* biome-ignore lint/a11y/useMediaCaption: a song, as it will be heard; there is no text of it */}
      <audio ref={audio} controls preload="metadata" aria-label={`Audio: ${file.name}`} />
      <figcaption className="small muted">
        {file.name}, {sizeText(file.size)}
      </figcaption>
    </figure>
  );
}
