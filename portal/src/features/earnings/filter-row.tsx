import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { periodName, type SongOf } from '../../lib/statement/statement.ts';
import { type EarningsFilter, listChoices, type Source } from './filter.ts';

type FilterRowProps = {
  filter: EarningsFilter;
  onChange: (change: Partial<EarningsFilter>) => void;
  /** Newest first. */
  years: readonly string[];
  lines: readonly EarningsLine[];
  songOf: SongOf;
};

export function FilterRow({ filter, onChange, years, lines, songOf }: FilterRowProps) {
  const { period, datId, source } = filter;
  const year = period.slice(0, 4);
  const months = new Set(lines.map(({ month }) => month));
  if (period !== year) months.add(period);
  const choices = listChoices(lines, filter);
  const works = choices.datIds
    .map((id) => ({ value: id, text: songOf(id) }))
    .sort((a, b) => a.text.localeCompare(b.text, 'en'));
  return (
    <div className="earnings-filter">
      <PillSelect
        label="Statement for"
        value={period}
        options={years.flatMap((each) => [
          { value: each, text: `All of ${each}` },
          ...(each === year
            ? [...months]
                .sort()
                .reverse()
                .map((month) => ({ value: month, text: periodName(month) }))
            : []),
        ])}
        onChange={(next) => onChange({ period: next ?? year })}
      />
      <PillSelect
        label="Work"
        all="All works"
        value={datId}
        options={works}
        onChange={(next) => onChange({ datId: next })}
      />
      <PillSelect
        label="Source"
        all="Streams and sales"
        value={source}
        options={choices.sources.map(({ name, text }) => ({ value: name, text }))}
        onChange={(next) => onChange({ source: next as Source['name'] | undefined })}
      />
    </div>
  );
}

type PillSelectProps = {
  label: string;
  all?: string;
  value: string | undefined;
  options: readonly { readonly value: string; readonly text: string }[];
  onChange: (value: string | undefined) => void;
};

function PillSelect({ label, all, value, options, onChange }: PillSelectProps) {
  return (
    <div className="select">
      <select
        className="input"
        aria-label={label}
        data-chosen={all !== undefined && value !== undefined ? true : undefined}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        {all !== undefined && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
