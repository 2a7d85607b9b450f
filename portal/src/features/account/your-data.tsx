import { downloadAccount } from '@datchain/shared/contracts/calls/account.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { call } from '../../lib/calls/callables.ts';
import { saveFile } from '../../lib/text/csv.ts';
import { AskPassword } from './ask-password.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { Row } from './row.tsx';

/** Offers everything stored about the account as a file (N-PPL-02), and its deletion (N-PPL-03). */
export function YourData({ email }: { email: string }) {
  const [open, setOpen] = useState<'download' | 'close'>();
  const [status, setStatus] = useState('');
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="account-data">
      <h2 className="h2" id="account-data">
        Your data
      </h2>
      <ul className="account-rows">
        <Row
          label="Download"
          hint="One JSON file that you can read in any editor."
          status={status}
          action={
            <Button small variant="secondary" onClick={() => setOpen('download')}>
              Download my data
            </Button>
          }
        >
          Everything we hold about you
        </Row>
        <Row
          label="Delete account"
          hint="Numbers in the books and the public log stay, without your name."
          action={
            <Button small variant="secondary" onClick={() => setOpen('close')}>
              Delete my account
            </Button>
          }
        >
          Deletes your name, picture, e-mail and password
        </Row>
      </ul>
      {open === 'download' && (
        <AskPassword
          title="Download my data"
          verb="Download"
          email={email}
          onClose={close}
          run={async () => {
            const { file } = await call(downloadAccount, {});
            saveFile('datchain-account.json', new Blob([file], { type: 'application/json' }));
            setStatus('Your data are in your downloads.');
            close();
          }}
          failure={(error) =>
            readErrorSentence(error, 'Your data could not be put together. Try again.')
          }
        />
      )}
      {open === 'close' && <CloseDialog email={email} onClose={close} />}
    </section>
  );
}
