import { claimPath, newClaim } from '@datchain/functions/releases/uploads.ts';
import { services } from '@datchain/functions/services.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { alertAfter } from '@datchain/testing/browsers/alerts.ts';
import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import {
  aSongName,
  bothFiles,
  expect,
  fillForm,
  recordReleasing,
  submitButton,
  test,
} from '@datchain/testing/browsers/releases.ts';
import type { Page } from '@playwright/test';

const submit = (page: Page): Promise<string> => alertAfter(page, () => submitButton(page).click());

test('[R-REV-03] uploads that were cleared away are said to be gone, and the next try uploads them again', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newOperator, artist, admin, consoleGuard }) => {
  test.slow();
  consoleGuard.expect(/ERR_FAILED|status of 400/);
  await signIn(page, await newOperator());
  await fillForm(page, artist, { song: aSongName(), ...(await bothFiles()) });
  const asked = recordReleasing(page);
  await page.route('**/releaseDAT', (route) => route.abort());
  expect(await submit(page)).toBe('Error: The server could not be reached.');
  await page.unroute('**/releaseDAT');
  const [, audioPath = ''] = asked.uploads();
  const upload = await services().files.find(audioPath);
  if (!upload) throw new Error(`${audioPath} is not there`);
  await admin.firestore.doc(claimPath(upload)).set(newClaim(upload, 'abandoned', 0));

  const gone = 'The uploaded files are gone. Submit again to upload them again.';
  expect(await submit(page)).toBe(`Error: ${gone}`);
  await expect(page.getByRole('alert')).toHaveText(gone);
  await expectAccessible(page, 'uploads that are gone');
  expect(asked.uploads()).toHaveLength(2);
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  expect(await submit(page)).toBe('DAT released successfully!');
  await page.waitForURL((url) => url.pathname === '/');
  expect(asked.uploads()).toHaveLength(4);
  const releases = admin.firestore.collection(docs.releases).where('artistId', '==', artist.uid);
  expect((await releases.get()).size).toBe(1);
});
