import type { ReactNode } from 'react';

type NoticeProps = { className?: string; children: ReactNode };

/** A message of a screen, which screen readers read out in time. */
export const Notice = ({ className, children }: NoticeProps) => (
  <p className={className ? `notice ${className}` : 'notice'} role="status">
    {children}
  </p>
);

/** A message of a failure, which screen readers read out at once. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <p className="notice notice-alert" role="alert">
    {children}
  </p>
);
