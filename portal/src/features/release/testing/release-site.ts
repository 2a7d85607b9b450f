import type { BrowserContext, Page } from '@playwright/test';
import { playAccount, rememberSession } from '../../../testing/played/played-account.ts';
import { type PortalPage, playedPortal } from '../../../testing/played/played-portal.ts';
import type { PlayedServices } from '../../../testing/played/played-services.ts';

const operator = { uid: 'operator', email: 'operator@dats.test' };

type Prepare = (services: PlayedServices, context: BrowserContext) => Promise<void> | void;

/** The portal, opened by someone who is signed in and on the release list. */
export function releaseSite() {
  const site = playedPortal();
  return {
    expectComplaint: site.expectComplaint,
    /** Opens a screen; `prepare` plays more than the session before it loads. */
    open: (path: string, prepare?: Prepare): Promise<PortalPage> =>
      site.open(path, {
        prepare: async (services, context) => {
          playAccount(services, operator, { mayRelease: true });
          await rememberSession(context, operator);
          await prepare?.(services, context);
        },
      }),
  };
}

/** What was asked beyond who is signed in and may release. */
export const askedBesidesSession = ({ asked }: PlayedServices) =>
  asked.filter(({ what }) => !/accounts:lookup|portalAllowedUsers\/allowedUsers$/.test(what));

/** Waits until whatever the page has asked or taken back by now is known here. */
export const networkTurn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await fetch('/favicon.svg');
  });
