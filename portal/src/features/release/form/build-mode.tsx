import { genres } from '@datchain/shared/domain/genres.ts';
import type { TypedFacts } from '@datchain/shared/domain/recording-facts.ts';
import { contributorLists } from '@datchain/shared/domain/release/contributors.ts';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { ClipChooser } from '../../../app/clip/clip-chooser.tsx';
import { CodeFields, LyricsField, RightsFields } from '../../../app/recording-fields.tsx';
import { SelectField } from '../../../app/select-field.tsx';
import { limitsText } from '../../../lib/files/limits-text.ts';
import { ArtistPart } from './artist-part.tsx';
import { ChosenAudio, ChosenPicture } from './chosen-files.tsx';
import { ContributorsField } from './contributors-field.tsx';
import { fieldId } from './field-id.ts';
import { FileField } from './file-field.tsx';
import type { ErrorAt } from './form-problems.ts';
import { TierChoice } from './tier-choice.tsx';
import type { DraftControls } from './use-release-draft.ts';

/** The longest song name (shared/contracts/release-song.ts). */
const SONG_NAME_LENGTH = 120;

type BuildModeProps = { controls: DraftControls; errorAt: ErrorAt };

/** 'Build via Form': a release from files (R-REL-06). */
export function BuildMode({ controls, errorAt }: BuildModeProps) {
  const { draft, artwork, audio, change, setFile } = controls;
  const facts = {
    facts: draft.facts,
    onChange: (next: TypedFacts) => change({ facts: next }),
    errorAt,
    idOf: fieldId,
  };
  return (
    <>
      <ArtistPart controls={controls} errorAt={errorAt} />
      <FileField
        id={fieldId('artwork')}
        kind="artwork"
        label="Artwork"
        hint={limitsText('artwork')}
        file={artwork}
        error={errorAt('artwork')}
        onChange={(file) => setFile('artwork', file)}
      >
        {artwork && <ChosenPicture file={artwork} />}
      </FileField>
      <FileField
        id={fieldId('audio')}
        kind="audio"
        label="Audio"
        hint={limitsText('audio')}
        file={audio}
        error={errorAt('audio')}
        onChange={(file) => {
          setFile('audio', file);
          change({ previewStart: null });
        }}
      >
        {audio && <ChosenAudio file={audio} />}
      </FileField>
      {audio && (
        <ClipChooser
          file={audio}
          start={draft.previewStart}
          onChange={(previewStart) => change({ previewStart })}
        />
      )}
      <TextField
        label="Song name"
        id={fieldId('songName')}
        autoComplete="off"
        maxLength={SONG_NAME_LENGTH}
        value={draft.songName}
        onChange={(songName) => change({ songName })}
        error={errorAt('songName')}
      />
      <TierChoice value={draft.tier} onChange={(tier) => change({ tier })} />
      <div className="field-pair">
        <SelectField
          label="Genre"
          id={fieldId('genre')}
          name="genre"
          prompt="Choose a genre"
          options={genres}
          value={draft.genre}
          onChange={(genre) => change({ genre })}
          error={errorAt('genre')}
        />
        <CodeFields {...facts} />
      </div>
      <LyricsField {...facts} />
      <RightsFields {...facts} />
      {contributorLists.map(({ list, label }) => (
        <ContributorsField
          key={list}
          list={list}
          label={label}
          value={draft.contributors[list]}
          onChange={(value) => change({ contributors: { ...draft.contributors, [list]: value } })}
        />
      ))}
    </>
  );
}
