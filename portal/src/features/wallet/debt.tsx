import { debtKinds, readMovements } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { debtText, formatDebt } from '@datchain/shared/domain/books/debts.ts';
import { formatDateTime, formatMicros } from '@datchain/shared/domain/format.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { SiteLink } from '../../app/site-link.tsx';
import { useNewest } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { movementPath } from '../../lib/text/movement-path.ts';
import { type DebtLine, debtStory } from './debt-story.ts';

/** As many as a debt ever has, and some. */
const MOST = 200;

/** What someone owes, how it is settled, and how it came about (N-MON-04). */
export function Debt({ uid, debtMicros }: { uid: string; debtMicros: UsdMicros }) {
  const newest = { path: docs.movements(uid), limit: MOST, kinds: debtKinds };
  const story = debtStory(liveOr(useNewest(newest, readMovements), []), debtMicros);
  return (
    <section className="section" aria-labelledby="wallet-debt">
      <div className="section-head section-rule">
        <h2 className="h2" id="wallet-debt">
          What you owe
        </h2>
      </div>
      <p className="notice notice-alert wallet-debt" role="status">
        {debtText(debtMicros)}
      </p>
      {story.length > 0 && <Story lines={story} debtMicros={debtMicros} />}
    </section>
  );
}

const signed = (micros: UsdMicros): string => `${micros > 0 ? '+' : ''}${formatMicros(micros)}`;

function Story({ lines, debtMicros }: { lines: readonly DebtLine[]; debtMicros: UsdMicros }) {
  return (
    <table className="table">
      <caption className="visually-hidden">What happened, newest first</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" className="right least">
            When
          </th>
          <th scope="col" className="right">
            Owed
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ entryId, at, what, micros }) => (
          <tr key={entryId}>
            <th scope="row">
              <SiteLink className="row-link" href={movementPath('debts', entryId)}>
                {what}
              </SiteLink>
            </th>
            <td className="right least">{formatDateTime(at)}</td>
            <td className="right">{signed(micros)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Owed now</th>
          <td className="right least" />
          <td className="right">
            <strong>{formatDebt(debtMicros)}</strong>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
