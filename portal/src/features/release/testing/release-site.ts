import type { BrowserContext, Page } from '@playwright/test';
import { playAccount, rememberSession } from '../../../testing/played/played-account.ts';
import { type PortalPage, playedPortal } from '../../../testing/played/played-portal.ts';
import type { PlayedServices } from '../../../testing/played/played-services.ts';

const operator = { uid: 'operator', email: 'operator@dats.test' };

type Prepare = (services: PlayedServices, context: BrowserContext) => Promise<void> | void;

export function releaseSite() {
  const site = playedPortal();
  return {
    expectComplaint: site.expectComplaint,
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

export const askedBesidesSession = ({ asked }: PlayedServices) =>
  asked.filter(({ what }) => !/accounts:lookup|portalAllowedUsers\/allowedUsers$/.test(what));

export const networkTurn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await fetch('/favicon.svg');
  });
