import type { APIRoute } from 'astro';
import { jsonAnswer } from '../../../exports/answers.ts';
import { booksFile } from '../../../exports/books.ts';
import { snapshot } from '../../../load-snapshot.ts';

export const GET: APIRoute = () => jsonAnswer(booksFile(snapshot));
