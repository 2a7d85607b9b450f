import type { ReactNode } from 'react';

type EmptyStateProps = {
  text: string;
  children?: ReactNode;
};

export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="h2">{text}</p>
      {children && <div className="actions">{children}</div>}
    </div>
  );
}
