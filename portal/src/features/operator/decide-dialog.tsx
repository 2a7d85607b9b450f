import { changeStock, decide } from '@datchain/shared/contracts/calls/operators.ts';
import {
  LONGEST_REASON,
  needsReason,
  noReason,
} from '@datchain/shared/contracts/documents/decision.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Field } from '@datchain/shared/ui/field.tsx';
import { useState } from 'react';
import { FormDialog } from '../../app/form-dialog.tsx';
import { call } from '../../lib/calls/callables.ts';
import type { Question } from './question.ts';

type DecideDialogProps = {
  question: Question;
  onDecided: (text: string) => void;
  onClose: () => void;
  /** Refreshes the desk after a refusal: somebody else may have decided. */
  onStale: () => void;
};

export function DecideDialog({ question, onDecided, onClose, onStale }: DecideDialogProps) {
  const { asked, title, effect, facts, reasonLabel, verb, isGrave, done } = question;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    if (reason.trim() === '' && needsReason(asked.input.what)) {
      setMissing(noReason);
      document.getElementById('decide-reason')?.focus();
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      if (asked.kind === 'decide') await call(decide, { ...asked.input, reason });
      else await call(changeStock, { ...asked.input, reason });
      onDecided(done);
    } catch (error) {
      console.warn('The decision was not made', error);
      setProblem(readErrorSentence(error, 'This could not be done. Try again.'));
      setBusy(false);
      onStale();
    }
  };

  return (
    <FormDialog
      title={title}
      isBusy={isBusy}
      verb={verb}
      isGrave={isGrave}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{effect}</p>
      <Field id="decide-reason" label={reasonLabel} error={missing}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            maxLength={LONGEST_REASON}
            value={reason}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value);
              setMissing('');
            }}
          />
        )}
      </Field>
      {facts && <FactList facts={facts} />}
    </FormDialog>
  );
}
