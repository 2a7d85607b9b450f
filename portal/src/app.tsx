import { loginOn } from '@datchain/shared/domain/portal-paths.ts';
import { Footer } from '@datchain/shared/ui/footer.tsx';
import { TopBar } from '@datchain/shared/ui/top-bar.tsx';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { ReachNotice, useReach } from './app/reach-notice.tsx';
import { ScreenOutline } from './app/screen-outline.tsx';
import { SiteLink } from './app/site-link.tsx';
import { Trouble } from './app/trouble.tsx';
import { menuSession, startSession } from './lib/session/session.ts';
import { useDepartures, useSession } from './lib/session/use-session.ts';
import { Screens } from './screens.tsx';

/** The page's title when this script starts, set by outline.tsx. */
const first = {
  pathname: window.location.pathname,
  title: document.querySelector('h1')?.textContent ?? '',
};

const showsPrices = (pathname: string): boolean => /^\/(tdc|buy)\//.test(pathname);

export function App() {
  const location = useLocation();
  const { pathname } = location;
  const session = useSession();
  const departures = useDepartures();
  const reach = useReach();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    startSession().catch(setFailure);
  }, []);

  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar
        current={pathname}
        session={menuSession(session)}
        loginHref={loginOn(location)}
        linkComponent={SiteLink}
      />
      <ReachNotice />
      <main className="page" id="main" tabIndex={-1}>
        {failure ? (
          <Trouble error={failure} />
        ) : (
          <ErrorBoundary key={`${departures} ${pathname}`}>
            <Suspense
              fallback={<ScreenOutline title={pathname === first.pathname ? first.title : ''} />}
            >
              <Screens />
            </Suspense>
          </ErrorBoundary>
        )}
      </main>
      <Footer
        {...(reach === 'live' && showsPrices(pathname) && { stamp: 'Prices and stock are live.' })}
      />
    </>
  );
}
