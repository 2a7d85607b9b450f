import {
  type ReportSubject,
  reportSubjects,
  subjectNames,
} from '@datchain/shared/contracts/documents/report.ts';
import {
  LONGEST_REPORT,
  type ReportRequest,
  reportPath,
  reportRequest,
} from '@datchain/shared/contracts/report-request.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { Field } from '@datchain/shared/ui/field.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../app/back-link.tsx';
import { Alert } from '../../app/notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { SelectField } from '../../app/select-field.tsx';
import { postOpen } from '../../lib/calls/post-open.ts';
import { problemsIn } from '../../lib/calls/problems.ts';
import { useSession } from '../../lib/session/use-session.ts';

/** `/report/{datId}`: anybody can report a work (N-PPL-11). */
export default function ReportScreen() {
  const { datId = '' } = useParams();
  const session = useSession();
  const [isSent, setSent] = useState(false);
  const work = `/viewdat/${encodeURIComponent(datId)}`;
  const back = <BackLink href={work} text="Back to the work" />;
  const isKnown = session.state !== 'loading';
  return (
    <Screen title="Report a work" back={back}>
      {isSent ? (
        <div className="stack">
          <p role="status">
            Thank you. A person will look at it and may write to you. If the work is taken down, its
            page will say why.
          </p>
          <a className={buttonClass({ variant: 'secondary' })} href={work}>
            Go to the work
          </a>
        </div>
      ) : (
        isKnown && (
          <ReportForm
            key={datId}
            datId={datId}
            email={session.state === 'signedIn' ? session.email : ''}
            onSent={() => setSent(true)}
          />
        )
      )}
    </Screen>
  );
}

type Typed = Pick<ReportRequest, 'text' | 'from' | 'email'> & { about: ReportSubject | null };
type Problems = Partial<Record<keyof Typed, string>>;

const failed = 'Your report could not be sent. Try again in a minute.';

type ReportFormProps = { datId: string; email: string; onSent: () => void };

function ReportForm({ datId, email, onSent }: ReportFormProps) {
  // Makes a report idempotent: sent twice, it counts once.
  const [key] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState<Typed>({ about: null, text: '', from: '', email });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (fields: Partial<Typed>) => {
    setTyped({ ...typed, ...fields });
    setFailure('');
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in fields))));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const report = { ...typed, key, datId };
    const found = problemsIn(reportRequest, report);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) {
      if (first === 'datId') setFailure(found.datId ?? '');
      return form.current?.querySelector<HTMLElement>(`#report-${first}`)?.focus();
    }
    if (isBusy) return;
    setBusy(true);
    try {
      await postOpen(reportPath, report, failed);
      onSent();
    } catch (error) {
      console.warn('The report was not sent', error);
      setFailure(error instanceof Error ? error.message : failed);
      setBusy(false);
    }
  };

  return (
    <form className="stack measure" ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <SelectField
        id="report-about"
        label="What is wrong?"
        prompt="Choose"
        options={subjectNames.map((name) => [name, reportSubjects[name]])}
        value={typed.about ?? ''}
        error={problems.about}
        onChange={(about) => change({ about: about as ReportSubject })}
      />
      <Field
        id="report-text"
        label="Tell us more"
        count={`${typed.text.length} of ${LONGEST_REPORT}`}
        hint="What it is, whose it is, and where we can see or hear that."
        error={problems.text}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={6}
            maxLength={LONGEST_REPORT}
            value={typed.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        )}
      </Field>
      <TextField
        id="report-from"
        label="Your name"
        hint="Or that of the label or person you speak for."
        autoComplete="name"
        maxLength={120}
        value={typed.from}
        error={problems.from}
        onChange={(from) => change({ from })}
      />
      <TextField
        id="report-email"
        label="E-mail"
        type="email"
        autoComplete="email"
        hint="Only the people who look at reports see it. We delete it a year after the report is closed."
        value={typed.email}
        error={problems.email}
        onChange={(next) => change({ email: next })}
      />
      {failure && <Alert>{failure}</Alert>}
      <div className="actions">
        <Button type="submit" wide disabled={isBusy}>
          {isBusy ? 'Sending…' : 'Send report'}
        </Button>
      </div>
    </form>
  );
}
