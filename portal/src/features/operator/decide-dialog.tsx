import { LONGEST_REASON } from '@datchain/shared/contracts/documents/decision.ts';
import { decide } from '@datchain/shared/contracts/operator-calls.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Field } from '@datchain/shared/ui/field.tsx';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/calls/callables.ts';
import type { Question } from './question.ts';

type DecideDialogProps = {
  question: Question;
  /** Says in passing what was done. */
  onDecided: (text: string) => void;
  onClose: () => void;
  /** It was refused: somebody else may have decided it. */
  onStale: () => void;
};

/** Says what a decision does, and asks for its reason. */
export function DecideDialog({ question, onDecided, onClose, onStale }: DecideDialogProps) {
  const { what, id, seenAt, title, effect, facts, reasonLabel, verb, isGrave, done } = question;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (reason.trim() === '') {
      setMissing('Give a reason.');
      document.getElementById('decide-reason')?.focus();
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      await call(decide, { what, id, reason, ...(seenAt !== undefined && { seenAt }) });
      onDecided(done);
    } catch (error) {
      console.warn('The decision was not made', error);
      setProblem(sentenceOf(error, 'This could not be done. Try again.'));
      setBusy(false);
      onStale();
    }
  };

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      busy={isBusy}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="decide"
            disabled={isBusy}
            variant={isGrave ? 'secondary' : 'primary'}
            data-grave={isGrave}
          >
            {isBusy ? 'One moment…' : verb}
          </Button>
        </>
      }
    >
      <form
        id="decide"
        className="stack decide"
        noValidate
        onSubmit={(event) => void submit(event)}
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
        {problem && (
          <p className="notice notice-alert" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
