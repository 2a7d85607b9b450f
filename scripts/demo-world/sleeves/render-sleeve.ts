import { fnv1a, seeded } from '../seeded.ts';
import { INKS, type InkSet } from './inks.ts';
import { PINS, RECIPE_NAMES, RECIPES, type RecipeName } from './recipe-book.ts';
import type { Recipe } from './recipes/recipe.ts';
import { SIDE, sheetFor } from './sheet.ts';
import { setType } from './type-setting.ts';

export interface SleeveRequest {
  /** The DAT's id; everything that is not pinned comes from it. */
  id: string;
  title: string;
  artist: string;
  recipe?: RecipeName;
  inks?: InkSet;
}

/**
 * The sleeve of one DAT as an SVG of 900 × 900, its text as outlines. The same request gives the
 * same bytes. Recipe, inks and type position come from the id's FNV-1a hash, unless the title is a
 * featured one or the request says otherwise. A recipe's first ink set is kept for its featured
 * title. The print's grain is added when it is rendered.
 */
export function renderSleeve(request: SleeveRequest): { svg: string; recipe: RecipeName } {
  const { id, title, artist } = request;
  const seed = fnv1a(id);
  const pin = request.recipe ? undefined : PINS[id];
  const name =
    request.recipe ?? pin?.recipe ?? (RECIPE_NAMES[seed % RECIPE_NAMES.length] as RecipeName);
  const recipe: Recipe = RECIPES[name];
  const set =
    request.inks ??
    recipe.inkSets[pin?.inkSet ?? 1 + ((seed >>> 8) % (recipe.inkSets.length - 1))] ??
    recipe.inkSets[0];
  const place = pin ? recipe.typePlaces[0] : seeded(seed >>> 16).pick(recipe.typePlaces);
  const variant = pin?.variant ?? seeded(`variant ${id}`).whole(0, recipe.variants - 1);
  const sheet = sheetFor(seed, set, { title, artist, variant });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${sheet.ground}"/>` +
    `<g style="isolation:isolate"><rect width="${SIDE}" height="${SIDE}" fill="${sheet.ground}"/>${recipe.draw(sheet)}</g>` +
    `${setType({ artist, title }, place, INKS[set.type])}</svg>`;
  return { svg, recipe: name };
}
