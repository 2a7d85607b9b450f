import { SiteLink } from './site-link.tsx';

/** Above a heading: leads to where one comes from. */
export const BackLink = ({ href, text }: { href: string; text: string }) => (
  <SiteLink className="back small" href={href}>
    {text}
  </SiteLink>
);
