import { useEffect, useRef } from 'react';
import {
  bellHref,
  brandHref,
  brandName,
  currentMark,
  type ExternalEntry,
  type MenuAudience,
  menu,
  ownEntries,
  type PageEntry,
  sessionEntries,
} from '../domain/site.ts';
import { BrandMark } from './brand-mark.tsx';
import { ChevronIcon, ExternalIcon } from './icons.tsx';
import { type LinkComponent, PlainLink } from './link.tsx';
import type { SessionHint } from './session-hint.ts';
import { enhanceTopBar } from './top-bar-enhance.ts';

/** A known session, or `'from-hint'`: then every entry is drawn, and classes on `<html>` hide some. */
export type TopBarSession = SessionHint | 'from-hint';

type TopBarProps = {
  current: string;
  session: TopBarSession;
  loginHref?: string;
  linkComponent?: LinkComponent;
};

/** The bar on every page except the landing (R-NAV-01, R-NAV-02); it works without script. */
export function TopBar(props: TopBarProps) {
  const { current, session, loginHref, linkComponent: Link = PlainLink } = props;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => (bar.current ? enhanceTopBar(bar.current) : undefined), []);
  const shows = (audience: MenuAudience) => session === 'from-hint' || isFor(audience, session);

  return (
    <header className="top-bar" ref={bar}>
      <div className="wide top-bar-row">
        <Link href={brandHref} className="brand">
          <BrandMark />
          {brandName}
        </Link>
        <button type="button" className="menu-button" popoverTarget="site-menu">
          Menu
        </button>
        <nav id="site-menu" className="menu" popover="auto" aria-label="Main">
          <ul className="menu-list">
            {menu.map((entry) =>
              entry.kind === 'external' ? (
                <li key={entry.label}>
                  <Marketplaces entry={entry} />
                </li>
              ) : (
                shows(entry.audience) && (
                  <li key={entry.label} className={audienceClass(entry.audience, session)}>
                    <MenuLink entry={entry} current={current} link={Link} />
                  </li>
                )
              ),
            )}
            {sessionEntries.map(
              (entry) =>
                shows(entry.audience) && (
                  <li
                    key={entry.label}
                    className={joinClasses('menu-session', audienceClass(entry.audience, session))}
                  >
                    <MenuLink
                      entry={entry}
                      href={entry.audience === 'signedOut' ? loginHref : undefined}
                      current={current}
                      link={Link}
                    />
                  </li>
                ),
            )}
          </ul>
        </nav>
        {shows('signedIn') && (
          <Link
            href={bellHref}
            className={joinClasses('bell', audienceClass('signedIn', session))}
            aria-current={current === bellHref ? 'page' : undefined}
          >
            <span className="visually-hidden">Notifications</span>
          </Link>
        )}
        {shows('signedIn') && (
          <details className={joinClasses('you', audienceClass('signedIn', session))} name="bar">
            <summary>
              <span className="visually-hidden">You</span>
            </summary>
            <ul className="you-links">
              {ownEntries.map(
                (entry) =>
                  shows(entry.audience) && (
                    <li key={entry.label} className={audienceClass(entry.audience, session)}>
                      <Link href={entry.href} aria-current={currentMark(entry, current)}>
                        {entry.label}
                      </Link>
                    </li>
                  ),
              )}
            </ul>
          </details>
        )}
      </div>
    </header>
  );
}

type MenuLinkProps = {
  entry: PageEntry;
  href?: string | undefined;
  current: string;
  link: LinkComponent;
};

function MenuLink({ entry, href = entry.href, current, link: Link }: MenuLinkProps) {
  return (
    <Link href={href} className="menu-item" aria-current={currentMark(entry, current)}>
      {entry.label}
    </Link>
  );
}

function Marketplaces({ entry }: { entry: ExternalEntry }) {
  return (
    <details name="bar">
      <summary>
        {entry.label}
        <ChevronIcon />
      </summary>
      <ul className="market-links">
        {entry.links.map(({ name, kind, href }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener">
              {name} <span className="market-kind">{kind}</span>
              <span className="visually-hidden">, opens in a new tab</span>
              <ExternalIcon />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function isFor(audience: MenuAudience, session: SessionHint): boolean {
  switch (audience) {
    case 'everyone':
      return true;
    case 'signedOut':
      return !session.signedIn;
    case 'signedIn':
      return session.signedIn;
    case 'canRelease':
      return session.signedIn && session.canRelease;
    case 'cannotRelease':
      return session.signedIn && !session.canRelease;
    case 'operator':
      return session.signedIn && session.isOperator;
  }
}

const audienceClasses: Record<MenuAudience, string | undefined> = {
  everyone: undefined,
  signedOut: 'when-signed-out',
  signedIn: 'when-signed-in',
  canRelease: 'when-can-release',
  cannotRelease: 'when-cannot-release',
  operator: 'when-operator',
};

function audienceClass(audience: MenuAudience, session: TopBarSession): string | undefined {
  return session === 'from-hint' ? audienceClasses[audience] : undefined;
}

function joinClasses(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
