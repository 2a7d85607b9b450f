import {
  type ApplicationInput,
  type ApplicationState,
  applyToRelease,
} from '@datchain/shared/contracts/calls/application.ts';
import { LONGEST_NOTE, recordingOwners } from '@datchain/shared/contracts/documents/application.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Field } from '@datchain/shared/ui/field.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { ConfirmEmail, useEmailConfirmed } from '../../app/confirm-email.tsx';
import { Alert } from '../../app/notice.tsx';
import { Segmented } from '../../app/segmented.tsx';
import { call } from '../../lib/calls/callables.ts';
import { problemsIn } from '../../lib/calls/problems.ts';
import { ownerNames } from './owner-names.ts';

type Typed = Omit<ApplicationInput, 'owns'> & { readonly owns: ApplicationInput['owns'] | null };
type Problems = Partial<Record<keyof Typed, string>>;

const owners = recordingOwners.map((name) => ({ name, text: ownerNames[name] }));

function findProblems(typed: Typed): Problems {
  const found = problemsIn(applyToRelease.input, typed);
  return { ...found, ...(found.owns && { owns: 'Say who owns the recordings.' }) };
}

type ApplyFormProps = {
  application: ApplicationState;
  onSent: (next: ApplicationState) => void;
};

export function ApplyForm({ application, onSent }: ApplyFormProps) {
  const { sent, artistName, isArtist, username } = application;
  const empty = { musicUrl: '', pageUrl: '', owns: null, note: '' };
  const [typed, setTyped] = useState<Typed>({ ...empty, ...sent, artistName });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isConfirmed = useEmailConfirmed();
  const change = (fields: Partial<Typed>) => {
    setTyped({ ...typed, ...fields });
    setFailure('');
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in fields))));
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const found = findProblems(typed);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) return form.current?.querySelector<HTMLElement>(`#apply-${first}`)?.focus();
    if (!isConfirmed || isBusy) return;
    setBusy(true);
    try {
      onSent(await call(applyToRelease, typed as ApplicationInput));
    } catch (error) {
      console.warn('The application was not sent', error);
      setFailure(readErrorSentence(error, 'Your application could not be sent. Try again.'));
      setBusy(false);
    }
  };

  return (
    <form className="stack apply-form" ref={form} noValidate onSubmit={(event) => void send(event)}>
      <TextField
        id="apply-artistName"
        label="Artist name"
        value={typed.artistName}
        readOnly={isArtist}
        hint={isArtist ? undefined : 'This will be your public name once you are accepted.'}
        error={problems.artistName}
        maxLength={120}
        onChange={(name) => change({ artistName: name })}
      />
      <TextField
        id="apply-musicUrl"
        label="Where your music is"
        inputMode="url"
        value={typed.musicUrl}
        hint="A page with your songs: any streaming service, or your own site."
        error={problems.musicUrl}
        onChange={(musicUrl) => change({ musicUrl })}
      />
      <TextField
        id="apply-pageUrl"
        label="Your own page"
        inputMode="url"
        value={typed.pageUrl}
        hint={`A site or profile with a link back to @${username}, so that we know it is you.`}
        error={problems.pageUrl}
        onChange={(pageUrl) => change({ pageUrl })}
      />
      <Segmented
        id="apply-owns"
        label="Who owns the recordings"
        options={owners}
        value={typed.owns}
        onChange={(owns) => change({ owns })}
        error={problems.owns}
      />
      <Field
        id="apply-note"
        label="Anything else"
        count={`${typed.note.length} of ${LONGEST_NOTE}`}
        error={problems.note}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            maxLength={LONGEST_NOTE}
            value={typed.note}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        )}
      </Field>
      <ConfirmEmail />
      {failure && <Alert>{failure}</Alert>}
      <div className="actions">
        <Button type="submit" wide disabled={isBusy || !isConfirmed}>
          {isBusy ? 'Sending…' : 'Send application'}
        </Button>
      </div>
    </form>
  );
}
