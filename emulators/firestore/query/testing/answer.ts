import { Refusal, type Segments, type StoredDocument } from '../../contract.ts';
import { askGoogle } from '../../testing/google.ts';
import { readFields } from '../../values/read-value.ts';
import { readAggregation } from '../aggregate.ts';
import type { Json } from '../json.ts';
import { readQuery } from '../read.ts';

/** A query or an aggregation, below a document or at the root. Names in it begin with `$DOCS/`. */
export interface Question {
  readonly parent: string;
  readonly structuredQuery?: Json;
  readonly structuredAggregationQuery?: Json;
}

/** What either Firestore says: what it found by path, what it computed, or why it does not. */
export type Answer =
  | { readonly found: readonly (readonly [string, unknown])[] }
  | { readonly computed: unknown }
  | { readonly refused: string };

/** The fields of documents by path, as a test writes them down. */
export type World = Readonly<Record<string, Json>>;

const documentsOf = (project: string) => `projects/${project}/databases/(default)/documents`;

const fill = <T>(json: T, project: string): T =>
  JSON.parse(JSON.stringify(json).replaceAll('$DOCS', documentsOf(project)));

/** The documents of a world as our queries see them. */
export const storedIn = (world: World, project: string): readonly StoredDocument[] =>
  Object.entries(fill(world, project)).map(([path, fields]) => ({
    path: path.split('/'),
    fields: readFields(fields),
    createTime: 1,
    updateTime: 1,
  }));

/** What our queries say. */
export function askOurs(
  documents: readonly StoredDocument[],
  project: string,
  question: Question,
): Answer {
  const asked = fill(question, project);
  const parent: Segments = asked.parent === '' ? [] : asked.parent.split('/');
  const name = { project, database: '(default)' };
  try {
    if (asked.structuredAggregationQuery) {
      const { run } = readAggregation(parent, asked.structuredAggregationQuery, name);
      return comparable({ computed: run(documents) }, project);
    }
    const query = readQuery(parent, asked.structuredQuery, name);
    const found = query
      .run(documents)
      .map((document) => [document.path.join('/'), query.project(document)] as const);
    return comparable({ found }, project);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return comparable({ refused: `${error.code} ${error.message}` }, project);
  }
}

/** Where Google's emulator listens, and a project of it. */
export interface Oracle {
  readonly port: number;
  readonly project: string;
}

/** Writes a world into Google's emulator. */
export async function loadWorld({ port, project }: Oracle, world: World): Promise<void> {
  const writes = Object.entries(fill(world, project)).map(([path, fields]) => ({
    update: { name: `${documentsOf(project)}/${path}`, fields },
  }));
  const database = `projects/${project}/databases/(default)`;
  const outcome = await askGoogle(port, 'Commit', { database, writes });
  if ('refused' in outcome) throw new Error(outcome.refused.message);
}

/** What Google's emulator says. */
export async function askTheirs({ port, project }: Oracle, question: Question): Promise<Answer> {
  const { parent, ...asked } = fill(question, project);
  const method = asked.structuredAggregationQuery ? 'RunAggregationQuery' : 'RunQuery';
  const below = [documentsOf(project), ...(parent === '' ? [] : [parent])].join('/');
  const outcome = await askGoogle(port, method, { parent: below, ...asked });
  if ('refused' in outcome) {
    const { code, message } = outcome.refused;
    return comparable({ refused: `${code} ${message}` }, project);
  }
  const answers = ('answers' in outcome ? outcome.answers : [outcome.answer]) as readonly {
    readonly document?: { readonly name: string; readonly fields?: unknown };
    readonly result?: { readonly aggregateFields: unknown };
  }[];
  const [first] = answers;
  if (first?.result) return comparable({ computed: first.result.aggregateFields }, project);
  const found = answers.flatMap(({ document }) =>
    document ? [[document.name.split('/documents/')[1]!, document.fields ?? {}] as const] : [],
  );
  return comparable({ found }, project);
}

/** An answer in one spelling: maps in one order, without empty parts, whatever the project. */
function comparable(answer: Answer, project: string): Answer {
  const walk = (json: unknown): unknown => {
    if (Array.isArray(json)) return json.map(walk);
    // Google's REST loses the sign of -0.
    if (json === '-0') return 0;
    if (typeof json === 'string') {
      // Places in a name depend on the project's length.
      return json.replaceAll(documentsOf(project), '$DOCS').replace(/at index \d+/, 'at index N');
    }
    if (typeof json !== 'object' || json === null) return json;
    const entries = Object.entries(json)
      .filter(([name, value]) => !isEmptyPart(name, value))
      .map(([name, value]) => [name, walk(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  };
  return walk(answer) as Answer;
}

const isEmptyPart = (name: string, value: unknown): boolean =>
  ((name === 'latitude' || name === 'longitude') && value === 0) ||
  (name === 'values' && Array.isArray(value) && value.length === 0) ||
  (name === 'fields' &&
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 0);
