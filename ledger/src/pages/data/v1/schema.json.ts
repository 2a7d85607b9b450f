import { exportSchemas, exportVersion } from '@datchain/shared/contracts/public-export.ts';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { APIRoute } from 'astro';
import { jsonAnswer } from '../../../exports/answers.ts';

/** What each file of /data/v1 looks like, as JSON Schema. */
export const GET: APIRoute = () =>
  jsonAnswer({
    version: exportVersion,
    files: Object.fromEntries(
      Object.entries(exportSchemas).map(([file, schema]) => [file, toJsonSchema(schema)]),
    ),
  });
