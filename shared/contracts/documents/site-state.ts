import * as v from 'valibot';
import { count } from '../../domain/whole.ts';

const leftOutSchema = v.object({
  what: v.string(),
  /** As the end of the sentence. */
  problem: v.string(),
});

export type LeftOut = v.InferOutput<typeof leftOutSchema>;

const stateSchema = v.object({
  /** When the last rebuild ended, in milliseconds. */
  at: v.number(),
  /** Why it published nothing although it should have; null when it was not refused and did not fail. */
  problem: v.nullable(v.string()),
  /** When a rebuild last published what the databases held, or found that nothing had changed. */
  currentAt: v.optional(v.number()),
  leftOutCount: v.optional(count, 0),
  leftOut: v.optional(v.array(leftOutSchema), []),
});

/** What became of the last rebuild of the public site, `siteStates/last`; closed to browsers. */
export type SiteState = v.InferOutput<typeof stateSchema>;

/** Undefined before the first rebuild. @throws when the document is none that we wrote */
export const readSiteState = (value: unknown): SiteState | undefined =>
  value === undefined ? undefined : v.parse(stateSchema, value);
