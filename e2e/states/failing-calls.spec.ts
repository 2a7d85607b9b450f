import { expect, test } from '@datchain/testing/browsers/holder.ts';
import type { Page, Route } from '@playwright/test';
import { type Press, presses } from './presses.ts';

test.describe.configure({ mode: 'parallel' });

const sentence = 'A sentence of the server.';

type Failure = {
  readonly what: string;
  /** Undefined for a call that is never answered. */
  readonly answer?: (route: Route) => Promise<unknown>;
  readonly sentence?: string;
};

const failures: readonly Failure[] = [
  {
    what: 'refused with a sentence',
    answer: (route) =>
      route.fulfill({
        status: 400,
        json: { error: { status: 'FAILED_PRECONDITION', message: sentence } },
      }),
    sentence,
  },
  { what: 'a 500 without a body', answer: (route) => route.fulfill({ status: 500, body: '' }) },
  {
    what: 'a page instead of an answer',
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Oops' }),
    sentence: 'Response is not valid JSON object.',
  },
  { what: 'no way to the server', answer: (route) => route.abort() },
  { what: 'no answer in time' },
];

const impatient = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (millis) => timeout(millis === 70_000 ? 1_000 : millis);
  });

async function pressTwice(page: Page, { call, button }: Press, { answer }: Failure) {
  const alerts: string[] = [];
  const accept = (alert: { message(): string; accept(): Promise<void> }) => {
    alerts.push(alert.message());
    void alert.accept();
  };
  page.on('dialog', accept);
  const pressed = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(`**/${call}`, async (route) => {
    asked += 1;
    await pressed.promise;
    await answer?.(route);
  });
  await button(page).dblclick();
  // Checked before the answer, because the text of the last failure may still be shown.
  await expect.poll(() => asked).toBeGreaterThan(0);
  pressed.resolve();
  return {
    asked: () => asked,
    alerts,
    end: async () => {
      await page.unroute(`**/${call}`);
      page.off('dialog', accept);
    },
  };
}

async function expectSaid(page: Page, { says }: Press, failure: Failure, alerts: string[]) {
  if ('at' in says) {
    const text = 'always' in says ? says.always : (failure.sentence ?? says.otherwise);
    await expect(says.at(page)).toHaveText(text);
    return;
  }
  await expect.poll(() => alerts, failure.what).toEqual([says.alert]);
  if (!says.reasonAt) return;
  if (failure.sentence) await expect(says.reasonAt(page)).toHaveText(failure.sentence);
  else await expect(says.reasonAt(page)).toHaveCount(0);
}

for (const press of presses) {
  test(`${press.name} calls once in every kind of failure, shows the failure in its place, and keeps the screen as it was`, {
    tag: ['@once', '@long'],
  }, async ({ page, holder, consoleGuard }) => {
    consoleGuard.expect(new RegExp(`Failed to load resource.*${press.call}`));
    await impatient(page);
    await press.open(page, holder);
    for (const failure of failures) {
      await test.step(failure.what, async () => {
        const { asked, alerts, end } = await pressTwice(page, press, failure);
        await expectSaid(page, press, failure, alerts);
        expect(asked(), `asked with ${failure.what}`).toBe(1);
        await expect(press.button(page)).toBeEnabled();
        await expect(page.locator('dialog.overlay[open]')).toHaveCount(0);
        if (press.kept) await expect(press.kept[0](page)).toHaveValue(press.kept[1]);
        await end();
      });
    }
  });
}
