import {
  codeFacts,
  factWords,
  rightsFacts,
  type TextFact,
  type TypedFacts,
} from '@datchain/shared/domain/recording-facts.ts';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type ComponentProps, useId } from 'react';
import './recording-fields.css';

type FactsProps = {
  facts: TypedFacts;
  onChange: (facts: TypedFacts) => void;
  errorAt: (fact: TextFact) => string | undefined;
  idOf?: (fact: TextFact) => string;
};

const controls: { readonly [Fact in TextFact]?: Partial<ComponentProps<typeof TextField>> } = {
  isrc: { hint: 'Used to count streams.', autoCapitalize: 'characters', spellCheck: false },
  pLine: { label: '℗ line, the recording', placeholder: '2026 Name' },
  cLine: { label: '© line, artwork and text', placeholder: '2026 Name' },
};

const FactField = ({ fact, ...props }: FactsProps & { fact: TextFact }) => (
  <TextField
    label={factWords[fact].name}
    id={props.idOf?.(fact)}
    autoComplete="off"
    maxLength={factWords[fact].longest}
    value={props.facts[fact]}
    onChange={(text) => props.onChange({ ...props.facts, [fact]: text })}
    error={props.errorAt(fact)}
    {...controls[fact]}
  />
);

/**
 * Draws the fields for the ISRC, by which stream reports name a recording, and other codes
 * (N-FCT-01).
 */
export const CodeFields = (props: FactsProps) =>
  codeFacts().map((fact) => <FactField key={fact} fact={fact} {...props} />);

type LyricsProps = Pick<FactsProps, 'facts' | 'onChange'>;

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

export const RightsFields = (props: FactsProps) => (
  <div className="field-pair">
    {rightsFacts().map((fact) => (
      <FactField key={fact} fact={fact} {...props} />
    ))}
  </div>
);
