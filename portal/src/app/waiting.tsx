import type { ReactNode } from 'react';

type WaitingProps = { className?: string; children?: ReactNode };

/** Draws placeholders for what is loading; screen readers are told once, politely. */
export const Waiting = ({ className, children }: WaitingProps) => (
  <>
    <p className="visually-hidden" role="status">
      Loading…
    </p>
    <div className={className} aria-hidden="true">
      {children}
    </div>
  </>
);
