import { isPortalPath } from '@datchain/shared/domain/portal-paths.ts';
import type { LinkProps } from '@datchain/shared/ui/link.tsx';
import { Link } from 'react-router-dom';

/** Links inside this site: without a page load between the portal's screens, plainly elsewhere. */
export function SiteLink({ href, children, ...rest }: LinkProps) {
  return isPortalPath(href) ? (
    <Link to={href} {...rest}>
      {children}
    </Link>
  ) : (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
