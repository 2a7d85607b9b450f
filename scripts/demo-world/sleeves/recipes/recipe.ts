import type { InkSet } from '../inks.ts';
import type { Sheet } from '../sheet.ts';
import type { TypePlace } from '../type-setting.ts';

/** One way to draw a sleeve. */
export interface Recipe {
  /** Ink sets that were looked at with this recipe. */
  inkSets: readonly [InkSet, ...InkSet[]];
  /** Where the drawing leaves a quiet field for the type. */
  typePlaces: readonly [TypePlace, ...TypePlace[]];
  /** How many compositions the recipe knows. */
  variants: number;
  /** Everything above the ground and below the type. */
  draw(sheet: Sheet): string;
}
