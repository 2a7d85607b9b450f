import { arches } from './recipes/arches.ts';
import { bars } from './recipes/bars.ts';
import { cloud } from './recipes/cloud.ts';
import { contours } from './recipes/contours.ts';
import { fernCuts } from './recipes/ferns.ts';
import { head } from './recipes/head.ts';
import { initials } from './recipes/initials.ts';
import { lanterns } from './recipes/lanterns.ts';
import { moon } from './recipes/moon.ts';
import type { Recipe } from './recipes/recipe.ts';
import { strips } from './recipes/strips.ts';
import { tower } from './recipes/tower.ts';
import { wires } from './recipes/wires.ts';

/** The twelve recipes, in the order in which a seed counts them. */
export const RECIPES = {
  tower,
  wires,
  arches,
  contours,
  bars,
  lanterns,
  ferns: fernCuts,
  moon,
  head,
  initials,
  cloud,
  strips,
} satisfies Record<string, Recipe>;

export type RecipeName = keyof typeof RECIPES;

export const RECIPE_NAMES = Object.keys(RECIPES) as RecipeName[];

/** What a featured sleeve is printed as; the rest of it still comes from its seed. */
export interface Pin {
  recipe: RecipeName;
  /** Place in the recipe's list of ink sets. */
  inkSet: number;
  variant: number;
}

const pin = (recipe: RecipeName, inkSet = 0, variant = 0): Pin => ({ recipe, inkSet, variant });

/**
 * The twelve titles of the front pages show one recipe each. The titles below them are pinned to
 * keep neighbours on the shelf from looking alike.
 */
export const PINS: Readonly<Record<string, Pin>> = {
  'dat-night-bus-to-lagos': pin('tower'),
  'dat-salt-on-the-wires': pin('wires'),
  'dat-quarter-inch-tape': pin('arches'),
  'dat-the-year-we-learned-to-swim-without-our-hands': pin('contours'),
  'dat-halogen': pin('bars'),
  'dat-paper-lanterns': pin('lanterns'),
  'dat-kingston-after-rain': pin('ferns'),
  'dat-low-tide-hymnal': pin('moon'),
  'dat-concrete-garden': pin('head'),
  'dat-vermelho': pin('initials'),
  'dat-static-bloom': pin('cloud'),
  'dat-ferry-5-a-m': pin('strips'),

  'dat-marble-season': pin('cloud', 1, 1),
  'dat-ballast': pin('tower', 6, 1),
  'dat-march-for-a-slow-river': pin('contours', 5, 1),
  'dat-paper-passport': pin('head', 2, 1),
  'dat-voltage-drop': pin('bars', 5, 1),
  'dat-hope-road-dub': pin('arches', 1, 3),
  'dat-corner-store-symphony': pin('head', 5, 1),
  'dat-clarksdale-4-a-m': pin('head', 4, 2),
  'dat-azulejo': pin('arches', 2, 4),
  'dat-brass-weather': pin('arches', 4, 1),
  'dat-tungsten': pin('bars', 4, 0),
  'dat-ninth-floor': pin('head', 3, 2),
  'dat-danfo-yellow': pin('arches', 3, 0),
  'dat-contrabaixo': pin('arches', 6, 2),
};
