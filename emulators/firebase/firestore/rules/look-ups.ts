import { EvaluationError, type Path, type RulesMap } from '../../rules/values.ts';
import type { Segments, View } from '../contract.ts';
import { documentFor } from './values.ts';

/** Production's limit of documents that a question to the rules may read. */
const MAX_LOOK_UPS_PER_QUESTION = 10;
const MAX_LOOK_UPS_PER_REQUEST = 20;

export class LookUps {
  readonly #database: string;
  readonly #views: Readonly<Record<'before' | 'after', View>>;
  readonly #seen = new Set<string>();

  constructor(database: string, views: Readonly<Record<'before' | 'after', View>>) {
    this.#database = database;
    this.#views = views;
  }

  /**
   * Makes the document finder of one question (a get, list or write). It throws EvaluationError for
   * an invalid path or beyond the limit; repeated look-ups are free.
   */
  forQuestion(): (path: Path, moment: 'before' | 'after') => RulesMap | null {
    const seen = new Set<string>();
    return (path, moment) => {
      const names = this.#namesOf(path);
      const key = names.join('/');
      seen.add(key);
      this.#seen.add(key);
      if (seen.size > MAX_LOOK_UPS_PER_QUESTION || this.#seen.size > MAX_LOOK_UPS_PER_REQUEST) {
        throw new EvaluationError(
          `Service call error. Rules look at ${MAX_LOOK_UPS_PER_QUESTION} documents for a question and ${MAX_LOOK_UPS_PER_REQUEST} for a request at most.`,
        );
      }
      const document = this.#views[moment].get(names);
      return document ? documentFor(this.#database, document) : null;
    };
  }

  #namesOf({ segments }: Path): Segments {
    const [databases, database, documents, ...names] = segments;
    const isDocument = names.length >= 2 && names.length % 2 === 0 && names.every(Boolean);
    if (
      databases === 'databases' &&
      database === this.#database &&
      documents === 'documents' &&
      isDocument
    ) {
      return names;
    }
    throw new EvaluationError(
      `Service call error. Not the path of a document: /${segments.join('/')}`,
    );
  }
}
