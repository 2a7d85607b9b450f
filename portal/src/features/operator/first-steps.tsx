import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { Section } from '../../app/section.tsx';

/** Lists the steps that a new shop needs before anybody can buy; nothing once all are done (N-LCH-08). */
export function FirstSteps({ desk }: { desk: OperatorDesk }) {
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
          Artists apply at <a href="/desk/apply">Apply to release</a>, and their applications come
          here. Or add somebody below, under “May release”.
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
            <strong>{what}</strong> {!isDone && how}
          </li>
        ))}
      </ol>
    </Section>
  );
}
