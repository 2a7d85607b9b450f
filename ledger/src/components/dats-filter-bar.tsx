import { rates, tiers } from '@datchain/shared/domain/config.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { longestSearch, sorts } from '../views/dats/dats-filter.ts';
import type { GenreChoice } from '../views/dats/dats-view.ts';

const tierChoices = tiers.map(
  (tier) => [tier, `${tier}, ${formatCents(rates.editionPriceCents[tier])}`] as const,
);

/** The filter of /dats, drawn with the page so that nothing moves; without script a style hides it. */
export function DatsFilterBar({ genres }: { genres: readonly GenreChoice[] }) {
  return (
    <search>
      <form id="dats-filter" className="dats-filter" action="/dats" autoComplete="off">
        <input
          className="input dats-filter-q"
          type="search"
          name="q"
          maxLength={longestSearch}
          placeholder="Artist or song"
          aria-label="Artist or song"
          enterKeyHint="search"
        />
        <button
          type="button"
          className={`${buttonClass({ variant: 'secondary' })} dats-filter-more`}
          aria-expanded="false"
          aria-controls="dats-filter-choices"
        >
          Filter
        </button>
        <div id="dats-filter-choices" className="dats-filter-choices">
          <Choice name="genre" label="Genre" options={[['', 'All genres'], ...genres]} />
          <Choice name="tier" label="Tier" options={[['', 'All tiers'], ...tierChoices]} />
          <Choice name="sort" label="Order" options={sorts} />
          <label className="checkbox">
            <input type="checkbox" name="sale" value="1" />
            For sale
          </label>
        </div>
      </form>
    </search>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
};

function Choice({ name, label, options }: ChoiceProps) {
  return (
    <div className="select">
      <select className="input" name={name} aria-label={label}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
