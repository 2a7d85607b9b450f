import { type Tier, tiers } from '@datchain/shared/domain/config.ts';
import { Segmented } from './segmented.tsx';

const options = tiers.map((tier) => ({ name: tier, text: tier }));

type TierChoiceProps = { value: Tier; onChange: (tier: Tier) => void };

/** Bronze at first (SPEC §9). */
export const TierChoice = ({ value, onChange }: TierChoiceProps) => (
  <Segmented label="Tier" options={options} value={value} onChange={onChange} />
);
