import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { Screen } from './screen.tsx';

export function NotFound() {
  return (
    <Screen title="Page not found">
      <div className="stack">
        <p>There is no page at this address.</p>
        <div className="actions">
          <a className={buttonClass()} href="/home">
            Go to tokens
          </a>
          <a className={buttonClass({ variant: 'secondary' })} href="/dats">
            See DATS
          </a>
        </div>
      </div>
    </Screen>
  );
}
