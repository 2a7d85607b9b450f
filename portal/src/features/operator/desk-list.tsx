import type { DeskListName, DeskRow as Row } from '@datchain/shared/contracts/calls/operators.ts';
import { formatDateTime } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Section } from '../../app/section.tsx';
import type { ShownList } from './use-desk-list.ts';

type DeskListProps<One> = {
  title: string;
  note?: string;
  empty: string;
  rows: readonly One[];
  children: (row: One) => ReactNode;
  search?: ReactNode;
  more?: ReactNode;
};

export function DeskList<One>(props: DeskListProps<One>) {
  const { title, note, empty, rows, children, search, more } = props;
  const id = useId();
  return (
    <Section id={id} title={title} aside={note && <p className="small muted">{note}</p>}>
      {search}
      {rows.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ul className="desk-list">{rows.map(children)}</ul>
      )}
      {more}
    </Section>
  );
}

type PagedListProps<List extends DeskListName> = {
  title: string;
  note?: string;
  empty: string;
  list: ShownList<List>;
  children: (row: Row<List>) => ReactNode;
};

const MAX_WITHOUT_SEARCH = 5;

/** Shows a list of the desk with pages and, once it is long, a search (N-PPL-18). */
export function PagedList<List extends DeskListName>(props: PagedListProps<List>) {
  const { title, note, empty, list, children } = props;
  const { rows, next, search, isBusy, failure } = list;
  const isSearched = search !== '';
  const isLong = rows.length > MAX_WITHOUT_SEARCH || next !== null || isSearched;
  return (
    <DeskList
      title={title}
      {...(note !== undefined && { note })}
      empty={isSearched ? noneFound(search, next !== null) : empty}
      rows={rows}
      search={isLong && <Search title={title} search={search} isBusy={isBusy} onFind={list.find} />}
      more={
        <>
          <p className="small desk-problem" role="status">
            {failure}
          </p>
          {next !== null && (
            <div className="actions">
              <Button variant="secondary" disabled={isBusy} onClick={list.more}>
                {moreText(isBusy, isSearched)}
                <span className="visually-hidden">: {title}</span>
              </Button>
            </div>
          )}
        </>
      }
    >
      {children}
    </DeskList>
  );
}

const noneFound = (search: string, isMore: boolean): string =>
  `Nothing found for “${search}”${isMore ? ' so far' : ''}.`;

const moreText = (isBusy: boolean, isSearched: boolean): string => {
  if (isBusy) return 'Loading…';
  return isSearched ? 'Search further' : 'Show more';
};

type SearchProps = {
  title: string;
  search: string;
  isBusy: boolean;
  onFind: (search: string) => void;
};

function Search({ title, search, isBusy, onFind }: SearchProps) {
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  const clear = () => {
    setText('');
    onFind('');
  };
  return (
    <search>
      <form className="desk-search" onSubmit={submit}>
        <input
          className="input"
          type="search"
          aria-label={`Search in ${title}`}
          placeholder="A name, an address or a word"
          maxLength={80}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="secondary" disabled={isBusy}>
          Search
        </Button>
        {search !== '' && (
          <Button variant="secondary" onClick={clear}>
            Show all
          </Button>
        )}
      </form>
    </search>
  );
}

type DeskRowProps = {
  name: ReactNode;
  by?: ReactNode;
  at?: Millis;
  actions?: ReactNode;
  children?: ReactNode;
};

export function DeskRow({ name, by, at, actions, children }: DeskRowProps) {
  return (
    <li className="desk-row">
      <div className="desk-name">
        <strong>{name}</strong>
        {by && <span className="small muted">{by}</span>}
      </div>
      <div className="desk-what">{children}</div>
      {at !== undefined && (
        <time className="small muted desk-when" dateTime={new Date(at).toISOString()}>
          {formatDateTime(at)}
        </time>
      )}
      {actions && <div className="actions desk-actions">{actions}</div>}
    </li>
  );
}
