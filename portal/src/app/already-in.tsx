import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { afterLogin } from './login-paths.ts';
import { Screen } from './screen.tsx';
import { SiteLink } from './site-link.tsx';

export function AlreadyIn({ title, email }: { title: string; email: string }) {
  const next = afterLogin(location.search);
  return (
    <Screen title={title} heading="You are logged in">
      <div className="stack">
        <p>This browser is logged in as {email}.</p>
        <div className="actions">
          <a className={buttonClass()} href={next}>
            {next === '/home' ? 'Go to tokens' : 'Go on'}
          </a>
          <SiteLink className={buttonClass({ variant: 'secondary' })} href="/logout">
            LOG OUT
          </SiteLink>
        </div>
      </div>
    </Screen>
  );
}
