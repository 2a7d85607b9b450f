import { fromFirestore } from '../../rules/from-firestore.ts';
import { EvaluationError, type Path, type RulesMap, type Value } from '../../rules/values.ts';
import { Refused } from '../refusal.ts';

/** A signal that a condition reads a document which is not fetched yet. */
class NeedsDocument extends Error {
  readonly path: Path;
  constructor(path: Path) {
    super(`Needs /${path.segments.join('/')}`);
    this.path = path;
  }
}

/** Production's limit of Firestore documents per request. */
const MAX_DOCUMENTS = 2;

/** The Firestore documents of a project that rules may read, fetched as an admin. */
export class Documents {
  readonly #firestoreHost: string | undefined;
  readonly #projectId: string;
  readonly #found = new Map<string, RulesMap | null>();

  constructor(firestoreHost: string | undefined, projectId: string) {
    this.#firestoreHost = firestoreHost;
    this.#projectId = projectId;
  }

  /**
   * Runs a computation that reads documents. Rules are synchronous: a missing document is fetched,
   * and the computation starts again.
   */
  async compute<T>(work: (find: (path: Path) => RulesMap | null) => T): Promise<T> {
    for (;;) {
      try {
        return work((path) => this.#find(path));
      } catch (error) {
        if (!(error instanceof NeedsDocument)) throw error;
        this.#found.set(keyOf(error.path), await this.#fetch(error.path));
      }
    }
  }

  #find(path: Path): RulesMap | null {
    const found = this.#found.get(keyOf(path));
    if (found !== undefined) return found;
    const [databases, database, documents, ...names] = path.segments;
    const isDocument = names.length >= 2 && names.length % 2 === 0 && names.every(Boolean);
    if (databases !== 'databases' || !database || documents !== 'documents' || !isDocument) {
      throw new EvaluationError(`Not the path of a document: /${path.segments.join('/')}`);
    }
    if (this.#found.size === MAX_DOCUMENTS) {
      throw new EvaluationError(`Rules look at ${MAX_DOCUMENTS} documents at most`);
    }
    throw new NeedsDocument(path);
  }

  async #fetch(path: Path): Promise<RulesMap | null> {
    if (!this.#firestoreHost) {
      throw new Refused(503, 'The rules look into Firestore, whose address is not known here');
    }
    const name = path.segments.map(encodeURIComponent).join('/');
    const url = `http://${this.#firestoreHost}/v1/projects/${this.#projectId}/${name}`;
    const response = await fetch(url, { headers: { authorization: 'Bearer owner' } }).catch(() => {
      throw new Refused(503, `Firestore does not answer at ${this.#firestoreHost}`);
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Refused(503, `Firestore answered ${response.status} to the rules`);
    const { fields = {} } = (await response.json()) as { fields?: Record<string, unknown> };
    return new Map<string, Value>([
      ['data', fromFirestore({ mapValue: { fields } })],
      ['id', path.segments.at(-1) ?? ''],
      ['__name__', path],
    ]);
  }
}

const keyOf = ({ segments }: Path): string => segments.map(encodeURIComponent).join('/');
