import type { Caller, OpenStream, Refusal, Segments } from '../../contract.ts';
import type { Json } from '../../query/json.ts';
import { compileFirestoreRules } from '../../rules/compile.ts';
import { World } from '../../world.ts';

export const project = 'demo-listen';
const name = { project, database: '(default)' };
export const database = `projects/${project}/databases/(default)`;
export const named = (path: string) => `${database}/documents/${path}`;

const admin: Caller = { isAdmin: true, auth: null };

export const user = (uid: string): Caller => ({ isAdmin: false, auth: { uid, token: {} } });

export class Local {
  readonly #world: World;

  constructor(text?: string) {
    const rules = text === undefined ? undefined : compileFirestoreRules(text);
    this.#world = new World({ now: Date.now, rulesOf: () => rules });
  }

  async commit(documents: Readonly<Record<string, Json | null>>): Promise<void> {
    const writes = Object.entries(documents).map(([path, fields]) =>
      fields ? { update: { name: named(path), fields } } : { delete: named(path) },
    );
    await this.#world.calls(name).one('Commit', { database, writes }, admin);
  }

  listen(caller: Caller = admin): Listener {
    return new Listener((handlers) => this.#world.calls(name).open('Listen', caller, handlers));
  }

  async find(structuredQuery: Json): Promise<readonly (readonly [string, Json])[]> {
    const answers = await this.#world
      .calls(name)
      .many('RunQuery', { parent: `${database}/documents`, structuredQuery }, admin);
    return answers.flatMap(({ document }) => {
      if (!document) return [];
      const found = document as { readonly name: string; readonly fields?: Json };
      return [[formatPath(found.name), found.fields ?? {}] as const];
    });
  }

  close(): void {
    this.#world.close();
  }
}

interface Message {
  readonly targetChange?: {
    readonly targetChangeType: string;
    readonly targetIds?: readonly number[];
    readonly resumeToken?: string;
    readonly readTime?: string;
    readonly cause?: { readonly code: number; readonly message: string };
  };
  readonly documentChange?: {
    readonly document: { readonly name: string; readonly fields?: Json };
    readonly targetIds?: readonly number[];
    readonly removedTargetIds?: readonly number[];
  };
  readonly documentDelete?: { readonly document: string; readonly readTime: string };
  readonly documentRemove?: { readonly document: string; readonly readTime: string };
}

export class Listener {
  readonly #stream: OpenStream;
  #messages: Message[] = [];
  token = '';
  end: Refusal | 'open' | undefined = 'open';

  constructor(
    open: (handlers: {
      onAnswer(message: Json): void;
      onEnd(refusal: Refusal | undefined): void;
    }) => OpenStream,
  ) {
    this.#stream = open({
      onAnswer: (message) => {
        this.#messages.push(message as Message);
        this.token = (message as Message).targetChange?.resumeToken ?? this.token;
      },
      onEnd: (refusal) => {
        this.end = refusal;
      },
    });
  }

  send(message: Json): void {
    this.#stream.send({ database, ...message });
  }

  query(targetId: number, structuredQuery: Json, more: Json = {}): void {
    const query = { parent: `${database}/documents`, structuredQuery };
    this.send({ addTarget: { targetId, query, ...more } });
  }

  documents(targetId: number, ...paths: readonly string[]): void {
    this.send({ addTarget: { targetId, documents: { documents: paths.map(named) } } });
  }

  close(): void {
    this.#stream.close();
  }

  take(): readonly Message[] {
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }

  /**
   * Returns the messages since the last call in short form: `+a 2` shown by target 2, `-a` deleted,
   * `!a` removed.
   */
  heard(): readonly string[] {
    return this.take().map(shortOf);
  }
}

function shortOf(message: Message): string {
  const { targetChange, documentChange, documentDelete, documentRemove } = message;
  if (targetChange) {
    const { targetChangeType, targetIds = [], cause } = targetChange;
    return [targetChangeType, ...targetIds, ...(cause ? [`code ${cause.code}`] : [])].join(' ');
  }
  if (documentChange) {
    const { document, targetIds = [], removedTargetIds = [] } = documentChange;
    const gone = removedTargetIds.map((id) => `not ${id}`);
    return [`+${formatPath(document.name)}`, ...targetIds, ...gone].join(' ');
  }
  if (documentDelete) return `-${formatPath(documentDelete.document)}`;
  return `!${formatPath(documentRemove?.document ?? '')}`;
}

export const formatPath = (resource: string): string => pathSegments(resource).join('/');
const pathSegments = (resource: string): Segments => resource.split('/').slice(5);

export const int = (value: number): Json => ({ integerValue: String(value) });
export const text = (stringValue: string): Json => ({ stringValue });

export const where = (fieldPath: string, op: string, value: Json): Json => ({
  fieldFilter: { field: { fieldPath }, op, value },
});

export const by = (fieldPath: string, direction = 'ASCENDING'): readonly Json[] => [
  { field: { fieldPath }, direction },
];
