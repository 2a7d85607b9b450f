import { type Tier, tiers } from '@datchain/shared/domain/config.ts';
import { Segmented } from '../../../app/segmented.tsx';
import { tierIncome, tierPrice } from '../tier-words.ts';

const options = tiers.map((tier) => ({ name: tier, text: tier, detail: tierPrice(tier) }));

type TierChoiceProps = { value: Tier; onChange: (tier: Tier) => void };

/** Offers the tiers, Bronze by default (R-REL-06), with each price and the chosen tier's income. */
export const TierChoice = ({ value, onChange }: TierChoiceProps) => (
  <Segmented
    label="Tier"
    options={options}
    value={value}
    onChange={onChange}
    hint={tierIncome(value)}
  />
);
