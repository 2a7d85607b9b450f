import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import type { RequestHandler } from 'express';

export type Handler = RequestHandler & {
  __endpoint: {
    region?: unknown;
    callableTrigger?: unknown;
    httpsTrigger?: unknown;
    scheduleTrigger?: { schedule: string };
  };
  run?: (event: { jobName: string; scheduleTime: string }) => Promise<unknown>;
};

export type Exported = { name: string; region: string; handler: Handler };

/** Lists the handlers a module exports; those of a group are named `group-name`, as when deployed. */
export function listHandlers(module: Record<string, unknown>, prefix = ''): Exported[] {
  return Object.entries(module).flatMap(([key, value]) => {
    const name = prefix + key;
    if (isHandler(value)) return [{ name, region: regionOf(value), handler: value }];
    return isGroup(value) ? listHandlers(value, `${name}-`) : [];
  });
}

const isHandler = (value: unknown): value is Handler =>
  typeof value === 'function' && '__endpoint' in value;

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isHandler);

const regionOf = ({ __endpoint }: Handler): string =>
  Array.isArray(__endpoint.region) ? String(__endpoint.region[0]) : functionsRegion;
