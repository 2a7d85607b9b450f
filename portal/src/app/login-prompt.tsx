import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { SiteLink } from './site-link.tsx';

/** What a signed-out visitor sees on a screen that belongs to a user. */
export function LoginPrompt({ children }: { children: string }) {
  return (
    <div className="stack">
      <p>{children}</p>
      <SiteLink className={buttonClass()} href="/login">
        LOG IN
      </SiteLink>
    </div>
  );
}
