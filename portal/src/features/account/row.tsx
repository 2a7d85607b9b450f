import { Button } from '@datchain/shared/ui/button.tsx';
import type { ReactNode } from 'react';

type RowProps = {
  label: string;
  hint?: string | undefined;
  status?: string;
  onChange?: () => void;
  action?: ReactNode;
  children: ReactNode;
};

export function Row({ label, hint, status = '', onChange, action, children }: RowProps) {
  return (
    <li className="account-row">
      <span className="account-label">{label}</span>
      <div className="account-value">
        {children}
        {hint && <p className="small muted">{hint}</p>}
        <p className="account-status" role="status">
          {status}
        </p>
      </div>
      {action ??
        (onChange && (
          <Button small variant="secondary" aria-label={`Change ${label}`} onClick={onChange}>
            Change
          </Button>
        ))}
    </li>
  );
}
