import { formatCents, formatMicros, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { saleParts } from '@datchain/shared/domain/sale-parts.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';

/** Who gets what when an edition is resold at a price; undefined while there is none. */
export function PriceParts({
  askCents,
  creator,
}: {
  askCents: Cents | undefined;
  creator: string;
}) {
  const parts = askCents === undefined ? undefined : saleParts(askCents, true);
  const shown = (micros: number | undefined) =>
    micros === undefined ? UNKNOWN : formatMicros(micros);
  return (
    <FactList
      facts={[
        {
          label: 'The buyer pays',
          value: askCents === undefined ? UNKNOWN : formatCents(askCents),
        },
        { label: creator ? `Creator, @${creator}` : 'Creator', value: shown(parts?.creator) },
        { label: 'Platform', value: shown(parts?.platform) },
        { label: 'Reward pool', value: shown(parts?.pool) },
        { label: 'You get', value: shown(parts?.seller), total: true },
      ]}
    />
  );
}
