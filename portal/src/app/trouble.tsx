import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { useEffect } from 'react';
import { ConfigError } from '../lib/firebase/config.ts';

export function Trouble({ error }: { error: unknown }) {
  const config = error instanceof ConfigError;
  useEffect(() => {
    document.title = 'Something went wrong - datchain';
  }, []);
  return (
    <div className="trouble stack" role="alert">
      <h1 className="h1">
        {config ? 'datchain cannot be reached right now.' : 'This page stopped working.'}
      </h1>
      <p>
        {!config && 'This is our mistake. '}
        Nothing is lost: your orders and wallet are safe on the server.
      </p>
      {config && <p className="small muted">{error.message}</p>}
      <div className="actions">
        <Button onClick={() => location.reload()}>Try again</Button>
        <a className={buttonClass({ variant: 'secondary' })} href="/home">
          Go to tokens
        </a>
      </div>
    </div>
  );
}
