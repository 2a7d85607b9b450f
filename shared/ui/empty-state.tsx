import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** What is said where there is nothing, as a sentence. */
  text: string;
  /** One or two buttons that lead out. */
  children?: ReactNode;
};

/** What a list says when there is nothing in it. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="h2">{text}</p>
      {children && <div className="actions">{children}</div>}
    </div>
  );
}
