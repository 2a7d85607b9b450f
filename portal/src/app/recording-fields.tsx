import {
  isrcLength,
  rightsLineLength,
  type TextFact,
  type TypedFacts,
} from '@datchain/shared/domain/recording-facts.ts';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { useId } from 'react';
import './recording-fields.css';

type FactsProps = {
  facts: TypedFacts;
  onChange: (facts: TypedFacts) => void;
  /** What is wrong with a fact. */
  errorAt: (fact: TextFact) => string | undefined;
  /** The id of its control. */
  idOf?: (fact: TextFact) => string;
};

/** The ISRC of a recording, by which reports of streams name it (N-FCT-01). */
export const IsrcField = ({ facts, onChange, errorAt, idOf }: FactsProps) => (
  <TextField
    label="ISRC"
    id={idOf?.('isrc')}
    hint="Used to count streams."
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={isrcLength}
    value={facts.isrc}
    onChange={(isrc) => onChange({ ...facts, isrc })}
    error={errorAt('isrc')}
  />
);

type LyricsProps = Pick<FactsProps, 'facts' | 'onChange'>;

/** Whether the lyrics are explicit. */
export function LyricsField({ facts, onChange }: LyricsProps) {
  const id = useId();
  return (
    <fieldset className="lyrics-field" aria-describedby={`${id}-hint`}>
      <legend className="field-label">Lyrics</legend>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={facts.isExplicit}
          onChange={(event) => onChange({ ...facts, isExplicit: event.currentTarget.checked })}
        />
        Explicit
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        Shown as “Explicit” beside the title.
      </p>
    </fieldset>
  );
}

const lines = [
  ['pLine', '℗ line, the recording'],
  ['cLine', '© line, artwork and text'],
] as const;

/** Whose the recording is, and whose artwork and text. */
export const RightsFields = ({ facts, onChange, errorAt, idOf }: FactsProps) => (
  <div className="field-pair">
    {lines.map(([fact, label]) => (
      <TextField
        key={fact}
        label={label}
        id={idOf?.(fact)}
        placeholder="2026 Name"
        autoComplete="off"
        maxLength={rightsLineLength}
        value={facts[fact]}
        onChange={(text) => onChange({ ...facts, [fact]: text })}
        error={errorAt(fact)}
      />
    ))}
  </div>
);
