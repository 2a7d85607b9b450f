import type { ReactNode } from 'react';

type NoticeProps = { className?: string; children: ReactNode };

/** What a screen has to say for the moment, read out in time. */
export const Notice = ({ className, children }: NoticeProps) => (
  <p className={className ? `notice ${className}` : 'notice'} role="status">
    {children}
  </p>
);

/** What went wrong, read out at once. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <p className="notice notice-alert" role="alert">
    {children}
  </p>
);
