import { aPng, aWav } from '@datchain/testing/browsers/release-form.ts';
import { hostileTexts } from '@datchain/testing/pure/hostile-texts.ts';
import { sweep } from '@datchain/testing/pure/scale.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import { keepDraft } from './testing/kept-draft.ts';
import { releaseSite } from './testing/release-site.ts';

const site = releaseSite();

async function keep(page: Page, text: string): Promise<void> {
  const people = [{ id: `tag:${text}`, tag: text }];
  const artist = { uid: 'ada', username: text, artistName: text, imageUrl: text } as const;
  const draft = {
    selectedArtist: { ...artist, accountType: 'Artist' as const },
    songName: text,
    genre: 'jazz',
    hasProfile: 'yes' as const,
    contributors: {
      producers: people,
      songwriters: people,
      artistFeatures: people,
      recordLabels: people,
    },
  };
  const files = { artwork: await aPng(`${text}.png`, 100), audio: aWav(`${text}.wav`) };
  await keepDraft(page, draft, files);
}

const review = ['the review', '/view-dat-submission', 'Submit'] as const;
const form = ['the form', '/release', 'Review release'] as const;

test.each(sweep<typeof review | typeof form>([review], [form]))(
  '[M-52] %s shows names, tags and files as text',
  async (_, path, button) => {
    // A picture at an invalid address cannot be loaded.
    site.expectComplaint(/Failed to load resource|Content Security Policy.*img-src|ERR_/);
    const { page } = await site.open(path);
    for (const text of hostileTexts) {
      await keep(page, text);
      await expect(page.getByRole('button', { name: button })).toBeVisible();
      const shown = page.getByText(text, { exact: false });
      await expect(shown.first()).toBeVisible();
      await expect(page.getByText(`${text}.wav`).first()).toBeVisible();
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    }
  },
);
