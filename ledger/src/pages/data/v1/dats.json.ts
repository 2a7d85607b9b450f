import type { APIRoute } from 'astro';
import { jsonAnswer, siteOf } from '../../../exports/answers.ts';
import { datsFile } from '../../../exports/records.ts';
import { snapshot } from '../../../load-snapshot.ts';

export const GET: APIRoute = (context) => jsonAnswer(datsFile(snapshot, siteOf(context)));
