import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** The sentence shown when there is nothing. */
  text: string;
  /** One or two buttons that lead out. */
  children?: ReactNode;
};

/** What an empty list says. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="h2">{text}</p>
      {children && <div className="actions">{children}</div>}
    </div>
  );
}
