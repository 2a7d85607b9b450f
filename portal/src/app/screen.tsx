import { confirmedHash, confirmedText } from '@datchain/shared/domain/confirmed-email.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import { titleStyle } from '@datchain/shared/ui/title-style.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../lib/session/use-session.ts';
import { Notice } from './notice.tsx';

type ScreenProps = {
  /** The tab's title, and the heading unless `heading` is given. */
  title: string;
  heading?: string;
  back?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
};

/**
 * The path of the last screen. The first screen of a page load leaves the focus alone; later ones
 * take it.
 */
let lastPath: string | undefined;
let moved = false;

export function Screen({ title, heading = title, back, lead, actions, children }: ScreenProps) {
  const { pathname, hash } = useLocation();
  const session = useSession();
  // The e-mail's link may open in a browser where nobody is signed in.
  const isOpen = session.state === 'signedIn' && !session.isConfirmed;
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} - ${brandName}`;
  }, [title]);
  useEffect(() => {
    const arrived = lastPath !== undefined && lastPath !== pathname;
    moved ||= arrived;
    lastPath = pathname;
    // A screen may draw a new heading for its next state: the focus must not get lost.
    const lost = moved && document.activeElement === document.body;
    if (arrived || lost) headingRef.current?.focus();
  }, [pathname]);

  return (
    <>
      <div className="page-head">
        <div>
          {back}
          <h1 className={titleStyle(heading)} ref={headingRef} tabIndex={-1}>
            {heading}
          </h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {hash === confirmedHash && !isOpen && <Notice>{confirmedText}</Notice>}
      {children}
    </>
  );
}
