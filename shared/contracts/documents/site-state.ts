import * as v from 'valibot';
import { count } from '../../domain/whole.ts';

const leftOutSchema = v.object({
  what: v.string(),
  /** The problem as the end of a sentence. */
  problem: v.string(),
});

export type LeftOut = v.InferOutput<typeof leftOutSchema>;

const stateSchema = v.object({
  /** The end of the last rebuild, in milliseconds. */
  at: v.number(),
  /** The reason why it published nothing although it should have; null after a success. */
  problem: v.nullable(v.string()),
  /** The time when a rebuild last published the databases' content, or found no change. */
  currentAt: v.optional(v.number()),
  leftOutCount: v.optional(count, 0),
  leftOut: v.optional(v.array(leftOutSchema), []),
});

/** The outcome of the last rebuild of the public site, `siteStates/last`; server only. */
export type SiteState = v.InferOutput<typeof stateSchema>;

/**
 * Reads the state; undefined before the first rebuild.
 *
 * @throws ValiError if the stored document is invalid
 */
export const readSiteState = (value: unknown): SiteState | undefined =>
  value === undefined ? undefined : v.parse(stateSchema, value);
