import { type DatsFilter, noDatsFilter, readDatsFilter } from '../../views/dats/dats-filter.ts';

/** Reads the form's filter, at page 1. */
export function readFilterForm(form: HTMLFormElement): DatsFilter {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return { ...readDatsFilter(`${new URLSearchParams(fields)}`), page: noDatsFilter.page };
}

const countChoices = ({ genre, tier, sort, forSale }: DatsFilter): number =>
  [genre, tier, forSale, sort !== noDatsFilter.sort].filter(Boolean).length;

/** Says on the button how many choices are made, because they may be out of sight. */
export function nameButton(form: HTMLFormElement, filter: DatsFilter): void {
  const count = countChoices(filter);
  const more = form.querySelector('[aria-controls]');
  if (more) more.textContent = count > 0 ? `Filter (${count})` : 'Filter';
}

export function fillForm(form: HTMLFormElement, filter: DatsFilter): void {
  const { q, genre, tier, sort, forSale } = filter;
  for (const [name, value] of Object.entries({ q, genre, tier, sort })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = value;
  }
  const sale = form.elements.namedItem('sale');
  if (sale instanceof HTMLInputElement) sale.checked = forSale;
  nameButton(form, filter);
}
