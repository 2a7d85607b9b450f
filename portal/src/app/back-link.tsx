import { SiteLink } from './site-link.tsx';

export const BackLink = ({ href, text }: { href: string; text: string }) => (
  <SiteLink className="back small" href={href}>
    {text}
  </SiteLink>
);
