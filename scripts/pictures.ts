import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoPassword } from '@datchain/demo/seed.ts';
import { chromiumArguments, findChromium } from '@datchain/testing/ui/find-chromium.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { inRepository } from './lib/root.ts';

const help = `Takes the README's pictures from the running product.

  node scripts/pictures.ts [options]

  --address <url>  the address of the product (default http://127.0.0.1:5000, as npm start prints)
  --out <dir>      the folder of the pictures (default docs/pictures)
  --help           this text

It logs in as fan@dats.test and fills in a purchase of the block Link 60. On a phone it signs up as a new user, and
buys an edition and some tokens.
`;

const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
const datPath = '/viewdat/dat-night-bus-to-lagos';
const certificatePath = '/certificate/dat-night-bus-to-lagos?edition=7';

/** The size limit of a picture in bytes, because README pages are read over mobile networks too. */
const limit = 150 * 1024;

type Save = (name: string, page: Page) => Promise<void>;

async function compress(png: Buffer): Promise<Buffer> {
  for (const colours of [256, 128, 64, 32]) {
    const small = await sharp(png)
      .png({ palette: true, colours, dither: colours === 256 ? 0 : 0.6, effort: 10 })
      .toBuffer();
    if (small.length <= limit) return small;
  }
  throw new Error('A picture stays above its limit even with 32 colours.');
}

function saverInto(dir: string): Save {
  mkdirSync(dir, { recursive: true });
  return async (name, page) => {
    await page.evaluate(async () => {
      const shown = [...document.images].filter((image) => image.checkVisibility());
      const near = shown.filter((image) => image.getBoundingClientRect().top < innerHeight);
      await Promise.all([document.fonts.ready, ...near.map((image) => image.decode())]);
    });
    const picture = await compress(await page.screenshot({ animations: 'disabled' }));
    writeFileSync(join(dir, `${name}.png`), picture);
    console.log(`${name}.png  ${Math.ceil(picture.length / 1024)} KB`);
  };
}

async function takePublicPages(page: Page, save: Save): Promise<void> {
  await page.goto('/home');
  await page.locator('.live-line', { hasText: 'Live' }).waitFor();
  await save('home-1280', page);
  await page.goto('/dats');
  await save('dats-1280', page);
  await page.goto(datPath);
  await save('viewdat-1280', page);
  const earned = page.getByRole('heading', { name: 'What one edition has earned so far' });
  await earned.evaluate((heading) => {
    heading.scrollIntoView({ block: 'start', behavior: 'instant' });
    scrollBy({ top: -24, behavior: 'instant' });
  });
  await save('earned-1280', page);
}

async function takeProofs(page: Page, save: Save): Promise<void> {
  await page.goto(certificatePath);
  await page.locator('.certificate-code').waitFor();
  await save('certificate-1280', page);
  await page.goto('/verify');
  await page.getByRole('button', { name: /^Check everything/ }).click();
  await page.getByText('lines are valid').waitFor();
  await save('verify-1280', page);
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL('**/home');
}

async function takePurchase(page: Page, save: Save): Promise<void> {
  await page.goto('/tdc/block/60');
  await page.getByRole('button', { name: 'BUY TOKENS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Purchase Tokens' });
  await dialog.getByLabel('Quantity').fill('100');
  await save('block-1280', page);
}

async function buyFirst(page: Page): Promise<void> {
  const username = `new${Date.now().toString(36)}`;
  await page.goto('/signup');
  await page.getByLabel('E-mail').fill(`${username}@dats.test`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByLabel('Username').fill(username);
  await page.getByRole('button', { name: 'SIGN UP' }).click();
  await page.waitForURL('**/home');
  await page.goto('/buy/dat-night-bus-to-lagos/16');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/c/pay/**');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('heading', { level: 1, name: /is yours$/ }).waitFor();
}

async function takeFirstPurchase(page: Page, save: Save): Promise<void> {
  await buyFirst(page);
  await page.goto('/tdc/block/36');
  await page.getByRole('button', { name: 'BUY TOKENS' }).click();
  await page.getByRole('dialog').getByLabel('Quantity').fill('30');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Paid' }).waitFor();
  await page.goto('/wallet');
  await page.getByRole('table').first().waitFor();
  await save('wallet-360', page);
  await page.goto('/buy/dat-furnace-hours/6');
  await page.getByText('Still missing').waitFor();
  await save('buy-partial-360', page);
}

async function takeListing(page: Page, save: Save): Promise<void> {
  await page.goto('/wallet');
  await page
    .getByRole('button', { name: /^List for sale/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('ahead').first().waitFor();
  await save('list-tokens-360', page);
}

async function takeAll(browser: Browser, baseURL: string, save: Save): Promise<void> {
  const look = { baseURL, colorScheme: 'light', reducedMotion: 'reduce' } as const;
  const atDesk = await browser.newPage({ ...look, viewport: desktop });
  await takePublicPages(atDesk, save);
  await takeProofs(atDesk, save);
  await logIn(atDesk, 'fan@dats.test');
  await takePurchase(atDesk, save);

  const atRelease = await browser.newPage({ ...look, viewport: desktop });
  await logIn(atRelease, 'operator@dats.test');
  await atRelease.goto('/release');
  await atRelease.getByRole('radio', { name: 'Yes' }).check({ force: true });
  await save('release-1280', atRelease);

  const onPhone = { viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
  await takeFirstPurchase(await browser.newPage({ ...look, ...onPhone }), save);
  const fanOnPhone = await browser.newPage({ ...look, ...onPhone });
  await logIn(fanOnPhone, 'fan@dats.test');
  await takeListing(fanOnPhone, save);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      address: { type: 'string', default: 'http://127.0.0.1:5000' },
      out: { type: 'string', default: inRepository('docs/pictures') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(help);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumArguments],
  });
  try {
    await takeAll(browser, values.address, saverInto(values.out));
  } finally {
    await browser.close();
  }
}

await main();
