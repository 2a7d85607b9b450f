import type { APIRoute } from 'astro';
import { jsonAnswer } from '../../../exports/answers.ts';
import { marketFile } from '../../../exports/records.ts';
import { snapshot } from '../../../load-snapshot.ts';

export const GET: APIRoute = () => jsonAnswer(marketFile(snapshot));
