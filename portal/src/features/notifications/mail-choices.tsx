import { setNotifications } from '@datchain/shared/contracts/calls/notifications.ts';
import {
  type MailChoice,
  mailChoices,
  type NotificationSettings,
} from '@datchain/shared/contracts/documents/notification-settings.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { useState } from 'react';
import { call } from '../../lib/calls/callables.ts';

const labels: Readonly<Record<MailChoice, string>> = {
  sales: 'Sales: something of yours sells, or somebody offers the same work for less',
  statements: 'Statements: what you earned in a month',
  payouts: 'Payouts: money was sent, or came back',
  releases: 'Releases: a work of yours is out',
  follows: 'Artists you follow: a new work is out',
};

type MailChoicesProps = {
  open: boolean;
  email: string;
  chosen: NotificationSettings['mail'];
  onClose: () => void;
};

export function MailChoices({ open, email, chosen, onClose }: MailChoicesProps) {
  const [pressed, setPressed] = useState<Partial<Record<MailChoice, boolean>>>({});
  const [status, setStatus] = useState('');

  const choose = async (choice: MailChoice, isOn: boolean) => {
    setPressed((before) => ({ ...before, [choice]: isOn }));
    setStatus('');
    try {
      await call(setNotifications, { mail: { [choice]: isOn } });
      setStatus('Saved.');
    } catch (error) {
      console.warn('The choice was not saved', error);
      setPressed(({ [choice]: _, ...others }) => others);
      setStatus(readErrorSentence(error, 'Your choice could not be saved. Try again.'));
    }
  };

  return (
    <Dialog open={open} title="E-mail" onClose={onClose}>
      <div className="stack">
        <fieldset className="mail-choices">
          <legend>Send to {email}</legend>
          {mailChoices.map((choice) => (
            <label key={choice} className="checkbox">
              <input
                type="checkbox"
                checked={pressed[choice] ?? chosen[choice]}
                onChange={({ target }) => choose(choice, target.checked)}
              />
              {labels[choice]}
            </label>
          ))}
        </fieldset>
        <p className="small muted">
          Receipts, and news about your payments, are always sent. Your notifications still show
          what you switch off here.
        </p>
        <p role="status" className="small">
          {status}
        </p>
      </div>
    </Dialog>
  );
}
