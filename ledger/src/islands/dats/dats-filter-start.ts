import { warnLater } from '@datchain/shared/ui/warn-later.ts';
/** The only script of the filter until it is used, unless the address has a filter. */
export function startDatsFilter(): void {
  const form = document.querySelector<HTMLFormElement>('#dats-filter');
  const built = document.getElementById('dats');
  if (!form || !built) return;
  let isAsked = false;
  const load = async () => {
    if (isAsked) return;
    isAsked = true;
    try {
      const { enableDatsFilter } = await import('./dats-filter.tsx');
      enableDatsFilter(form);
    } catch (error) {
      warnLater('The filter cannot be loaded', error);
      built.removeAttribute('aria-busy');
      isAsked = false;
    }
  };
  form.addEventListener('focusin', load);
  form.addEventListener('change', load);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void load();
  });
  const more = form.querySelector('[aria-controls]');
  more?.addEventListener('click', () => {
    const isOpen = more.getAttribute('aria-expanded') === 'true';
    more.setAttribute('aria-expanded', `${!isOpen}`);
  });
  if (location.search) {
    // A style keeps the list out of sight until what was asked for is there.
    built.setAttribute('aria-busy', 'true');
    void load();
  }
}
