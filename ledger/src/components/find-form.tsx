import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { longestSearch } from '../views/dats/dats-filter.ts';

/** Asks /dats for what someone did not find. A style hides it where no script would answer. */
export function FindForm() {
  return (
    <search>
      <form className="find-form" action="/dats">
        <input
          className="input"
          type="search"
          name="q"
          maxLength={longestSearch}
          placeholder="Artist or song"
          aria-label="Artist or song"
          required
        />
        <button type="submit" className={buttonClass({ variant: 'secondary' })}>
          Search
        </button>
      </form>
    </search>
  );
}
