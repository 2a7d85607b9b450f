import { loginFor } from '@datchain/shared/domain/portal-paths.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { useLocation } from 'react-router-dom';
import { SiteLink } from './site-link.tsx';

export function LoginPrompt({ children }: { children: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="stack">
      <p>{children}</p>
      <SiteLink className={buttonClass()} href={loginFor(pathname + search)}>
        LOG IN
      </SiteLink>
    </div>
  );
}
