import type { APIRoute } from 'astro';
import { csvAnswer } from '../../../exports/answers.ts';
import { editionsTable } from '../../../exports/tables.ts';
import { snapshot } from '../../../load-snapshot.ts';

export const GET: APIRoute = () => csvAnswer(editionsTable(snapshot));
