import { buttonClass } from '@datchain/shared/ui/button.tsx';
import {
  type AnalyticsFilter,
  firstFilter,
  platformChoices,
  timeChoices,
} from '../views/analytics/analytics-filter.ts';
import { PageDialog } from './page-dialog.tsx';

export const filterDialogId = 'select-options';
const formId = 'analytics-filter';

/** The modal 'Select Options' (R-ANA-03): two rows of chips, and Done to close it. */
export function AnalyticsFilterDialog() {
  const done = (
    <div className="dialog-foot">
      <button type="submit" form={formId} className={buttonClass()}>
        Done
      </button>
    </div>
  );
  return (
    <PageDialog id={filterDialogId} title="Select Options" footer={done}>
      <form id={formId} className="filter-form" method="dialog" autoComplete="off">
        <ChipRow legend="Platform" name="platform" choices={platformChoices} />
        <ChipRow legend="Time" name="time" choices={timeChoices} />
      </form>
    </PageDialog>
  );
}

type ChipRowProps = { legend: string; name: keyof AnalyticsFilter; choices: readonly string[] };

function ChipRow({ legend, name, choices }: ChipRowProps) {
  return (
    <fieldset className="filter-row">
      <legend className="field-label small">{legend}</legend>
      <div className="chips">
        {choices.map((choice) => (
          <label key={choice} className="chip">
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={choice}
              defaultChecked={choice === firstFilter[name]}
            />
            {choice}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
