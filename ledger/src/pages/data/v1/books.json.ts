import type { APIRoute } from 'astro';
import { outline } from '../../../build-data.ts';
import { jsonAnswer } from '../../../exports/answers.ts';
import { booksFile } from '../../../exports/books.ts';

export const GET: APIRoute = () => jsonAnswer(booksFile(outline));
