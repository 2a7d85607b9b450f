import { expect, test, vi } from 'vitest';
import { demoWorld } from '../world.ts';
import { renderAvatar } from './avatar.ts';
import { INKS } from './inks.ts';
import { PINS, RECIPE_NAMES, RECIPES } from './recipe-book.ts';
import { renderSleeve } from './render-sleeve.ts';

// Drawing takes as long as the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const { dats, artists, fans } = demoWorld(new Date('2026-11-20T10:42:00Z'));
const sleeveOf = (dat: (typeof dats)[number]) =>
  renderSleeve({ id: dat.id, title: dat.songName, artist: dat.artistName });
const sleeves = dats.map(sleeveOf);
const coloursIn = (svg: string) => new Set(svg.match(/#[0-9a-f]{3,8}\b/gi) ?? []);
const houseInks = new Set<string>(Object.values(INKS));

test('the same DAT gives the same sleeve to the byte', () => {
  for (const [index, dat] of dats.slice(0, 12).entries()) {
    expect(sleeveOf(dat)).toEqual(sleeves[index]);
  }
});

test('another id gives another sleeve, even for the same words', () => {
  const sleeve = (id: string) => renderSleeve({ id, title: 'Gull Theory', artist: 'Kestrel' }).svg;
  expect(sleeve('dat-one')).not.toBe(sleeve('dat-two'));
});

test('the demo world shows all twelve recipes', () => {
  expect(new Set(sleeves.map(({ recipe }) => recipe)).size).toBe(12);
  expect(RECIPE_NAMES).toHaveLength(12);
});

test('no two sleeves of the demo world are alike', () => {
  expect(new Set(sleeves.map(({ svg }) => svg)).size).toBe(dats.length);
});

test('every sleeve of the demo world keeps to four inks of the house', () => {
  for (const { svg } of sleeves) {
    const colours = coloursIn(svg);
    expect(colours.size).toBeLessThanOrEqual(4);
    for (const colour of colours) expect(houseInks).toContain(colour);
  }
});

test('each recipe keeps to four inks with every ink set that it may use', () => {
  for (const recipe of RECIPE_NAMES) {
    for (const inks of RECIPES[recipe].inkSets) {
      const { svg } = renderSleeve({ id: 'dat-x', title: 'X', artist: 'Y', recipe, inks });
      expect(coloursIn(svg).size).toBeLessThanOrEqual(4);
      expect(svg).not.toContain('NaN');
    }
  }
});

test('text is drawn as outlines, so that no font is needed to show a sleeve', () => {
  for (const { svg } of sleeves) expect(svg).not.toContain('<text');
});

test('every pinned sleeve belongs to a DAT and names an ink set and a composition that exist', () => {
  for (const [id, { recipe, inkSet, variant }] of Object.entries(PINS)) {
    expect(dats.map((dat) => dat.id)).toContain(id);
    expect(RECIPES[recipe].inkSets[inkSet]).toBeDefined();
    expect(variant).toBeLessThan(RECIPES[recipe].variants);
  }
});

test('an avatar is two inks, the same each time, and of its own for each person', () => {
  const people = [...artists, ...fans].map(({ username }) => renderAvatar(username).svg);
  expect(new Set(people).size).toBeGreaterThan(people.length * 0.9);
  expect(renderAvatar('miraholt')).toEqual(renderAvatar('miraholt'));
  for (const svg of people) expect(coloursIn(svg).size).toBe(2);
});
