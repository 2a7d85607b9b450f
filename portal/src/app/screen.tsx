import { confirmedHash, confirmedText } from '@datchain/shared/domain/confirmed-email.ts';
import { brandName } from '@datchain/shared/domain/site.ts';
import { titleStyle } from '@datchain/shared/ui/title-style.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../lib/session/use-session.ts';
import { Notice } from './notice.tsx';

type ScreenProps = {
  /** Names the tab, and is the heading unless `heading` is given. */
  title: string;
  heading?: string;
  /** A link back, above the heading. */
  back?: ReactNode;
  /** A line below the heading. */
  lead?: ReactNode;
  /** The screen's main actions, beside the heading. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** The screen of a page load leaves the focus where the browser put it; later ones take it. */
let lastPath: string | undefined;
let moved = false;

/** A screen: its document title, its heading, and the focus on it after a change of address. */
export function Screen({ title, heading = title, back, lead, actions, children }: ScreenProps) {
  const { pathname, hash } = useLocation();
  const session = useSession();
  // The link of the e-mail may be opened in a browser in which nobody is signed in.
  const isOpen = session.state === 'signedIn' && !session.isConfirmed;
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} - ${brandName}`;
  }, [title]);
  useEffect(() => {
    const arrived = lastPath !== undefined && lastPath !== pathname;
    moved ||= arrived;
    lastPath = pathname;
    // A screen that goes on to its next state draws a new heading: the focus must not fall off.
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
