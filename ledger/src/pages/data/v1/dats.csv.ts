import type { APIRoute } from 'astro';
import { csvAnswer, siteOf } from '../../../exports/answers.ts';
import { datsTable } from '../../../exports/tables.ts';
import { snapshot } from '../../../load-snapshot.ts';

export const GET: APIRoute = (context) => csvAnswer(datsTable(snapshot, siteOf(context)));
