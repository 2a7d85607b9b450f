import { debtKinds, readMovements } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { debtText, formatDebt } from '@datchain/shared/domain/books/debts.ts';
import { formatDateTime, formatMicros } from '@datchain/shared/domain/format.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { Section } from '../../app/section.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useNewest } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { movementPath } from '../../lib/text/movement-path.ts';
import { type DebtLine, debtStory } from './debt-story.ts';

const MOVEMENTS_LIMIT = 200;

/** Shows a debt, how it is settled, and its history (N-MON-04). */
export function Debt({ uid, debtMicros }: { uid: string; debtMicros: UsdMicros }) {
  const newest = { path: docs.movements(uid), limit: MOVEMENTS_LIMIT, kinds: debtKinds };
  const story = debtStory(liveOr(useNewest(newest, readMovements), []), debtMicros);
  return (
    <Section id="wallet-debt" title="What you owe" rule>
      <p className="notice notice-alert wallet-debt" role="status">
        {debtText(debtMicros)}
      </p>
      {story.length > 0 && <Story lines={story} debtMicros={debtMicros} />}
    </Section>
  );
}

const signed = (micros: UsdMicros): string => `${micros > 0 ? '+' : ''}${formatMicros(micros)}`;

function Story({ lines, debtMicros }: { lines: readonly DebtLine[]; debtMicros: UsdMicros }) {
  return (
    <DataTable
      caption="What happened, newest first"
      rows={lines}
      keyOf={({ entryId }) => entryId}
      columns={[
        {
          header: 'What',
          isRowHeader: true,
          cell: ({ entryId, what }) => (
            <SiteLink className="row-link" href={movementPath('debts', entryId)}>
              {what}
            </SiteLink>
          ),
          footer: 'Owed now',
        },
        { header: 'When', className: 'right least', cell: ({ at }) => formatDateTime(at) },
        {
          header: 'Owed',
          className: 'right',
          cell: ({ micros }) => signed(micros),
          footer: <strong>{formatDebt(debtMicros)}</strong>,
        },
      ]}
    />
  );
}
