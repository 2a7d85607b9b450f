import type { ReactNode } from 'react';

type NoticeProps = { className?: string; children: ReactNode };

/** Shows a message that screen readers announce politely. */
export const Notice = ({ className, children }: NoticeProps) => (
  <p className={className ? `notice ${className}` : 'notice'} role="status">
    {children}
  </p>
);

/** Shows a failure, which screen readers announce at once. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <p className="notice notice-alert" role="alert">
    {children}
  </p>
);
