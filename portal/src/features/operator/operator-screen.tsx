import './operator.css';
import { getOperatorDesk, type OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { formatCents, formatCount, formatDate } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { type ToastMessage, ToastRegion } from '@datchain/shared/ui/toast.tsx';
import { useCallback, useEffect, useState } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { NoAnswer } from '../../app/no-answer.tsx';
import { Screen } from '../../app/screen.tsx';
import { Section } from '../../app/section.tsx';
import { useAsked } from '../../lib/calls/use-asked.ts';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { AllowList } from './allow-list.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { isSiteWrong, PublicSite } from './public-site.tsx';
import type { Question } from './question.ts';
import { Queues } from './queues.tsx';
import { Records } from './records.tsx';
import { Stock } from './stock.tsx';

/** `/operator`: open tasks, and past decisions (N-PPL-10). */
export default function OperatorScreen() {
  const session = useSession();
  const uid = uidOf(session);
  if (session.state === 'signedOut') {
    return (
      <Screen title="Operator">
        <LoginPrompt>Log in with an operator’s account.</LoginPrompt>
      </Screen>
    );
  }
  return <Desk key={uid ?? ''} uid={uid} />;
}

/** A fault of the public site shows within a minute (N-INP-02). */
const REFRESH_MILLIS = 30_000;

const failure = 'The desk could not be loaded. Trying again.';

function Desk({ uid }: { uid: string | undefined }) {
  const { asked, again } = useAsked(getOperatorDesk, uid, failure);
  const [question, setQuestion] = useState<Question>();
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const dismiss = useCallback(() => setToast(null), []);
  useRowKeys(question === undefined);
  useEffect(() => {
    // The desk does not change while somebody decides.
    if (question !== undefined) return;
    const look = () => document.visibilityState === 'visible' && again();
    const timer = setInterval(look, REFRESH_MILLIS);
    return () => clearInterval(timer);
  }, [question, again]);
  if (asked.state !== 'ready') {
    return (
      <Screen title="Operator">
        <NoAnswer asked={asked} />
      </Screen>
    );
  }
  const desk = asked.answer;
  const decided = (text: string) => {
    setQuestion(undefined);
    setToast({ id: Date.now(), text });
    again();
  };
  return (
    <Screen
      title="Operator"
      lead={formatLead(desk)}
      actions={
        <Button variant="secondary" onClick={again}>
          Refresh
        </Button>
      }
    >
      <p className="small muted operator-keys">
        <kbd>J</kbd> <kbd>K</kbd> move from row to row, <kbd>Enter</kbd> opens. No key makes a
        decision.
      </p>
      <MetricRow
        metrics={[
          metric('Applications', desk.counts.applications, desk.applications),
          metric('Releases stuck', desk.stuck.length, desk.stuck),
          {
            ...metric('Orders in review', desk.counts.orders, desk.orders),
            ...(desk.next.orders === null && desk.orders.length > 0
              ? { unit: formatCents(sumOrders(desk)) }
              : {}),
          },
          metric('Reports', desk.counts.reports, desk.reports),
        ]}
      />
      <FirstSteps desk={desk} />
      {isSiteWrong(desk.site) && <PublicSite site={desk.site} />}
      <Queues desk={desk} onAsk={setQuestion} />
      <Stock stock={desk.stock} onAsk={setQuestion} />
      <AllowList desk={desk} onAsk={setQuestion} />
      <Records desk={desk} />
      {!isSiteWrong(desk.site) && <PublicSite site={desk.site} />}
      {question && (
        <DecideDialog
          key={question.name}
          question={question}
          onDecided={decided}
          onClose={() => setQuestion(undefined)}
          onStale={again}
        />
      )}
      <ToastRegion toast={toast} onDismiss={dismiss} />
    </Screen>
  );
}

const sumOrders = ({ orders }: OperatorDesk): number =>
  orders.reduce((sum, { totalCents }) => sum + totalCents, 0);

type Waiting = readonly { readonly at: Millis }[];

/** Takes the date from the first page: it has the oldest. */
const metric = (label: string, count: number, waiting: Waiting) => ({
  label,
  value: formatCount(count),
  unit: waiting[0] ? `since ${formatDate(oldest(waiting))}` : '',
});

const oldest = (waiting: Waiting): Millis => Math.min(...waiting.map(({ at }) => at));

function formatLead({ applications, stuck, orders, reports, counts }: OperatorDesk): string {
  const all = [...applications, ...stuck, ...orders, ...reports];
  if (all.length === 0) return 'No open tasks.';
  const count = counts.applications + stuck.length + counts.orders + counts.reports;
  const tasks = count === 1 ? 'open task' : 'open tasks';
  return `${formatCount(count)} ${tasks}; the oldest is from ${formatDate(oldest(all))}.`;
}

const rows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.desk-row button:first-of-type'),
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/**
 * Moves the focus between the rows' first buttons by J and K; Enter is the browser's. No key makes
 * a decision.
 */
function useRowKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const pressed = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const all = rows();
      const row = document.activeElement?.closest('.desk-row');
      const now = all.findIndex((button) => button.closest('.desk-row') === row);
      const next = row ? now + step : step > 0 ? 0 : all.length - 1;
      all[Math.min(all.length - 1, Math.max(0, next))]?.focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [isOn]);
}

/** Lists the steps that a new shop needs before anybody can buy; nothing once all are done (N-LCH-08). */
function FirstSteps({ desk }: { desk: OperatorDesk }) {
  const { stock, allowedCount, hasWorks } = desk;
  const steps = [
    {
      isDone: stock.length > 0,
      what: 'Put tokens on sale',
      how: 'below, under “Tokens on sale”. People buy works with tokens.',
    },
    {
      isDone: allowedCount > 0,
      what: 'Let an artist release',
      how: (
        <>
          artists apply at <a href="/desk/apply">Apply to release</a>, and their applications come
          here. Or add somebody below, under “Release list”.
        </>
      ),
    },
    {
      isDone: hasWorks,
      what: 'Release a work',
      how: (
        <>
          at <a href="/release">Release</a>, with artwork and a recording. The public pages show it
          within minutes.
        </>
      ),
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section id="first-steps" title="To open the shop">
      <ol className="first-steps">
        {steps.map(({ isDone, what, how }) => (
          <li key={what} data-done={isDone || undefined}>
            <span className="muted">{isDone ? 'Done' : 'To do'}: </span>
            <strong>{what}</strong>
            {!isDone && <>: {how}</>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
