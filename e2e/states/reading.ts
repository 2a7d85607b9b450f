import type { Holder } from '@datchain/testing/browsers/holder.ts';
import { readSights } from '@datchain/testing/browsers/recorder.ts';
import { expect, type Page } from '@playwright/test';
import type { HeldScreen } from './screens.ts';

type Opened = { page: Page; holder: Holder; screen: HeldScreen };

export async function expectReads(
  { page, holder, screen }: Opened,
  when: 'arrived' | 'waiting' | 'cut',
): Promise<void> {
  const reading = (screen[when] ?? screen.waiting)(page, holder);
  for (const [place, text] of reading) await expect(place).toHaveText(text);
}

export async function expectNothingUntrue({ page, screen }: Opened): Promise<void> {
  const lies = (await readSights(page)).filter(({ text }) => screen.untrue?.test(text));
  expect(lies, `${screen.name} never says ${screen.untrue}`).toEqual([]);
}
