import { rates } from '@datchain/shared/domain/config.ts';
import { type Dat, type Edition, heldEditions } from '@datchain/shared/domain/dats.ts';
import { type DatBrought, streamEarningsEstimateUsd } from '@datchain/shared/domain/earnings.ts';
import { formatMicrosUpTo3, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { microsOfUsd } from '@datchain/shared/domain/money.ts';
import { WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import { formatColumn } from '@datchain/shared/domain/shown-amount.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Section } from '../../app/section.tsx';
import { useBrought } from '../../lib/data/use-brought.ts';

/**
 * Names those who share the earnings of a work. Unnamed owners may be one person or several: then
 * no number is given.
 */
function sharedBy(held: readonly Edition[] | undefined): string {
  if (held?.length === 0) return 'The artist and datchain';
  const names = new Set(held?.map(({ ownerUsername }) => ownerUsername));
  if (!held || names.has('')) return 'All owners, the artist and datchain';
  if (names.size === 1) return 'The owner, the artist and datchain';
  return `All ${names.size} owners, the artist and datchain`;
}

const share = formatShare(rates.streamSharePpm);
const unknown = { paid: UNKNOWN, streams: UNKNOWN, sales: UNKNOWN, estimate: UNKNOWN };

/** Formats the rows: the first two add up to the last. */
function formatAmounts(brought: DatBrought): typeof unknown {
  const sales = microsOfUsd(brought.salesUsd);
  const estimate = microsOfUsd(streamEarningsEstimateUsd(brought));
  const streams = estimate - sales;
  const usd = formatColumn([streams, sales, estimate]);
  return {
    paid: formatMicrosUpTo3(microsOfUsd(brought.streamUsd)),
    streams: usd(streams),
    sales: usd(sales),
    estimate: usd(estimate),
  };
}

type BroughtProps = { datId: string; dat: Dat | undefined };

/**
 * Shows the earnings of the whole work, live; figures that cannot be loaded count as zero
 * (R-WAL-16).
 */
export function Brought({ datId, dat }: BroughtProps) {
  const held = dat && heldEditions(dat);
  const brought = useBrought(datId);
  const { paid, streams, sales, estimate } = brought ? formatAmounts(brought) : unknown;
  return (
    <Section id="brought" title="What the work earned" className="owned-brought">
      <p className="small muted">
        {`${sharedBy(held)} share it. ${share} is paid on streams: ${WHO_PAYS}`}
      </p>
      <FactList
        facts={[
          { label: `${share} of the ${paid} that platforms paid`, value: streams },
          { label: 'Sales of editions', value: sales },
          { label: `Estimate: ${share} of streams, and sales`, value: estimate, total: true },
        ]}
      />
    </Section>
  );
}
