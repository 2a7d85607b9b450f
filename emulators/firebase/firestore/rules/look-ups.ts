import { EvaluationError, type Path, type RulesMap } from '../../rules/values.ts';
import type { Segments, View } from '../contract.ts';
import { documentFor } from './values.ts';

/** As in production: a question of the rules may look at so many documents. */
const MOST_OF_QUESTION = 10;
/** As in production: the questions of one request together. */
const MOST_OF_REQUEST = 20;

/** The documents that the rules look up while one request is judged. */
export class LookUps {
  readonly #database: string;
  readonly #views: Readonly<Record<'before' | 'after', View>>;
  readonly #seen = new Set<string>();

  constructor(database: string, views: Readonly<Record<'before' | 'after', View>>) {
    this.#database = database;
    this.#views = views;
  }

  /**
   * What finds documents for one question: a get, a list or a write. The finder throws
   * EvaluationError for what is not a path of a document here, and for one too many; a document
   * that was looked at before costs nothing.
   */
  forQuestion(): (path: Path, moment: 'before' | 'after') => RulesMap | null {
    const seen = new Set<string>();
    return (path, moment) => {
      const names = this.#namesOf(path);
      const key = names.join('/');
      seen.add(key);
      this.#seen.add(key);
      if (seen.size > MOST_OF_QUESTION || this.#seen.size > MOST_OF_REQUEST) {
        throw new EvaluationError(
          `Service call error. Rules look at ${MOST_OF_QUESTION} documents for a question and ${MOST_OF_REQUEST} for a request at most.`,
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
