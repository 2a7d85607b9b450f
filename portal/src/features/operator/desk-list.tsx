import { formatDateTime } from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type ReactNode, useId } from 'react';

type DeskListProps<Row> = {
  title: string;
  /** Quiet words beside the heading. */
  note?: string;
  /** What it says when there is none. */
  empty: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
};

/** A list of the desk: a heading, and a row for each thing. */
export function DeskList<Row>({ title, note, empty, rows, children }: DeskListProps<Row>) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {note && <p className="small muted">{note}</p>}
      </div>
      {rows.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ul className="desk-list">{rows.map(children)}</ul>
      )}
    </section>
  );
}

type DeskRowProps = {
  name: ReactNode;
  /** Below the name. */
  by?: ReactNode;
  at?: Millis;
  actions?: ReactNode;
  children?: ReactNode;
};

/** Who or what it is about, what is said of it, since when, and what can be decided. */
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
