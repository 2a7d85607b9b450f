import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { Screen } from './screen.tsx';
import { SiteLink } from './site-link.tsx';

/** What the login and the signup say to who is logged in. */
export function AlreadyIn({ title, email }: { title: string; email: string }) {
  return (
    <Screen title={title} heading="You are logged in">
      <div className="stack">
        <p>This browser is logged in as {email}.</p>
        <div className="actions">
          <a className={buttonClass()} href="/home">
            Go to tokens
          </a>
          <SiteLink className={buttonClass({ variant: 'secondary' })} href="/logout">
            LOG OUT
          </SiteLink>
        </div>
      </div>
    </Screen>
  );
}
