import type { ReactNode } from 'react';

type NoticeProps = { className?: string; children: ReactNode };

export const Notice = ({ className, children }: NoticeProps) => (
  <p className={className ? `notice ${className}` : 'notice'} role="status">
    {children}
  </p>
);

export const Alert = ({ children }: { children: ReactNode }) => (
  <p className="notice notice-alert" role="alert">
    {children}
  </p>
);
