import {
  computeRounding,
  formatColumn,
  ROUNDING,
  sumAmounts,
} from '@datchain/shared/domain/shown-amount.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Fact } from '@datchain/shared/ui/fact-list.tsx';

export interface AmountLine {
  readonly label: string;
  readonly micros: UsdMicros;
}

/** Formats lines, their rounding where there is any, and their total for one list (N-FIG-05). */
export function sumFacts(lines: readonly AmountLine[], totalLabel: string): Fact[] {
  const amounts = lines.map(({ micros }) => micros);
  const total = sumAmounts(amounts);
  const rounding = computeRounding(amounts);
  const usd = formatColumn([...amounts, total]);
  return [
    ...lines.map(({ label, micros }) => ({ label, value: usd(micros) })),
    ...(rounding === 0 ? [] : [{ label: ROUNDING, value: usd(rounding) }]),
    { label: totalLabel, value: usd(total), total: true },
  ];
}
