import { formatExactly } from '@datchain/shared/domain/exact-amount.ts';
import { formatCount, formatDateTime } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import type { LoggedDay } from './logged-day.ts';
import { addedText, assetsText, faultText, listSizeText } from './proof-words.ts';
import type { Adding } from './use-add-up.ts';
import { countFiles } from './whole-list.ts';

type EveryoneProps = {
  day: LoggedDay;
  adding: Adding;
  onAdd: () => void;
};

/** Shows the totals of the public log, and the step that adds up the whole list. */
export function Everyone({ day, adding, onAdd }: EveryoneProps) {
  const isAdding = adding.state === 'adding';
  return (
    <section className="proof-all" aria-labelledby="all-title">
      <h2 className="h3" id="all-title">
        Everyone’s balances, as the public log says
      </h2>
      <FactList facts={totals(day)} />
      <div role="status">
        <Outcome day={day} adding={adding} />
      </div>
      <div className="actions">
        {/* `aria-disabled` keeps the focus after a press. */}
        <Button
          variant="secondary"
          aria-disabled={isAdding}
          onClick={() => {
            if (!isAdding) onAdd();
          }}
        >
          {isAdding
            ? `Adding up: ${formatCount(adding.files)} of ${formatCount(countFiles(day))}`
            : 'Add up the whole list'}
        </Button>
      </div>
      <p className="measure">{assetsText(day)}</p>
      {!day.isSigned && (
        <p className="measure">
          This browser cannot check who signed the public log; all hashes were checked.
        </p>
      )}
    </section>
  );
}

function Outcome({ day, adding }: Pick<EveryoneProps, 'day' | 'adding'>) {
  switch (adding.state) {
    case 'idle':
    case 'adding':
      return <p className="measure">{listSizeText(day)}</p>;
    case 'added':
      return <p className="measure">{addedText(day)}</p>;
    case 'faulty':
      return <p className="notice notice-alert">{faultText(adding.fault)}</p>;
    case 'failed':
      return <p className="notice">The list could not be loaded. Try again.</p>;
  }
}

function totals({ due, logged, line, closedAt }: LoggedDay): Fact[] {
  return [
    { label: 'Earnings', value: formatExactly(due.owedMicros) },
    { label: 'Utility tokens', value: formatCount(due.tokens) },
    { label: 'Reward tokens', value: formatCount(due.rewardTokens) },
    { label: 'Coins', value: formatCount(logged.coins) },
    {
      label: 'In the public log',
      value: <a href="/verify">{`line ${formatCount(line)}, ${formatDateTime(closedAt)}`}</a>,
    },
    { label: 'Root of the list', value: <span className="hash">{logged.root}</span> },
  ];
}
