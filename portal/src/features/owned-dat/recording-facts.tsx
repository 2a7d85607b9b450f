import { setRecordingFacts } from '@datchain/shared/contracts/calls/recording-facts.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import {
  checkFact,
  codeFacts,
  factWords,
  readStatedFacts,
  rightsLines,
  type TextFact,
  type TypedFacts,
  typedFacts,
  wrongFacts,
} from '@datchain/shared/domain/recording-facts.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { useId, useState } from 'react';
import { CodeFields, LyricsField, RightsFields } from '../../app/recording-fields.tsx';
import { Section } from '../../app/section.tsx';
import { call } from '../../lib/calls/callables.ts';
import { ChangeDialog } from './change-dialog.tsx';

/** Shows the facts of a work's recording, for its releaser to change (N-FCT-01). */
export function RecordingFacts({ dat, isDown }: { dat: Dat; isDown: boolean }) {
  const [saved, setSaved] = useState<TypedFacts>();
  const [isOpen, setOpen] = useState(false);
  const shown = saved ?? typedFacts(dat.recordingFacts ?? {});
  const lines = rightsLines(readStatedFacts(shown));
  return (
    <Section
      id="recording-facts"
      title="Facts of the recording"
      aside={
        !isDown && (
          <Button small variant="secondary" onClick={() => setOpen(true)}>
            Change facts
          </Button>
        )
      }
      className="recording-facts"
    >
      <FactList
        facts={[
          ...codeFacts().map((fact) => ({
            label: factWords[fact].name,
            value: shown[fact] || UNKNOWN,
          })),
          { label: 'Lyrics', value: shown.isExplicit ? 'Explicit' : UNKNOWN },
          { label: '℗ and ©', value: <Lines lines={lines} /> },
        ]}
      />
      <p role="status" className="small muted">
        {saved && 'Saved. Public pages update within minutes.'}
      </p>
      {isOpen && (
        <ChangeFacts
          datId={dat.id}
          before={shown}
          onClose={() => setOpen(false)}
          onSaved={(facts) => {
            setSaved(facts);
            setOpen(false);
          }}
        />
      )}
    </Section>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0
    ? UNKNOWN
    : lines.map((line) => (
        <span key={line} className="recording-line" dir="auto">
          {line}
        </span>
      ));

type ChangeFactsProps = {
  datId: string;
  before: TypedFacts;
  onClose: () => void;
  onSaved: (facts: TypedFacts) => void;
};

function ChangeFacts({ datId, before, onClose, onSaved }: ChangeFactsProps) {
  const formId = useId();
  const [facts, setFacts] = useState(before);
  const [isTried, setTried] = useState(false);
  const wrong = wrongFacts(facts);
  const isRight = () => {
    setTried(true);
    document.getElementById(`${formId}-${wrong[0]}`)?.focus();
    return wrong.length === 0;
  };
  const fields = {
    facts,
    onChange: setFacts,
    errorAt: (fact: TextFact) => (isTried ? checkFact(fact, facts[fact]) : undefined),
    idOf: (fact: TextFact) => `${formId}-${fact}`,
  };
  return (
    <ChangeDialog
      title="Facts of the recording"
      formId={formId}
      onClose={onClose}
      onTry={isRight}
      onSave={async () => onSaved(await call(setRecordingFacts, { datId, facts }))}
      failure="The facts could not be saved. Try again."
    >
      <CodeFields {...fields} />
      <LyricsField {...fields} />
      <RightsFields {...fields} />
    </ChangeDialog>
  );
}
