import type { Locator } from '@playwright/test';
import sharp from 'sharp';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Converts a channel, 0 to 255, to linear light (WCAG 2, relative luminance). */
const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Measures text and background colours in a screenshot: the background is the most frequent colour,
 * the text the one with the highest contrast to it.
 */
export async function coloursSeen(text: Locator): Promise<{ letters: Rgb; behind: Rgb }> {
  const picture = await text.screenshot();
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += info.channels) {
    const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const colours = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => parseRgb(colour));
  const [behind = [0, 0, 0]] = colours;
  const letters = colours.reduce((best, colour) =>
    contrast(colour, behind) > contrast(best, behind) ? colour : best,
  );
  return { letters, behind };
}

function parseRgb(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = colour.split(',').map(Number);
  return [red, green, blue];
}
