/**
 * The interfaces between the parts of the local Firestore. All messages are proto3 JSON of
 * `google.firestore.v1`: REST and WebChannel pass them on, gRPC translates at its edge.
 */

/** Microseconds since the epoch, for documents and versions. Safe as a number until 2255. */
export type Micros = number;

/** The path of a document below `/documents`: `['users', 'u1']`. */
export type Segments = readonly string[];

/** A value in proto3 JSON: an object with one key, which names its type. */
export type Value =
  | { readonly nullValue: null }
  | { readonly booleanValue: boolean }
  /** A 64-bit integer, as a string. */
  | { readonly integerValue: string }
  /** JSON has no NaN, infinities or -0, so they are strings. */
  | { readonly doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { readonly timestampValue: string }
  | { readonly stringValue: string }
  /** Base64. */
  | { readonly bytesValue: string }
  | { readonly referenceValue: string }
  | { readonly arrayValue: { readonly values?: readonly Value[] } }
  | { readonly mapValue: { readonly fields?: Fields } };

export type Fields = Readonly<Record<string, Value>>;

export interface StoredDocument {
  readonly path: Segments;
  readonly fields: Fields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
}

export const codes = {
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

export type Code = (typeof codes)[keyof typeof codes];

/** An expected error answer to a request; any other exception is a bug of ours. */
export class Refusal extends Error {
  readonly code: Code;
  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

export const invalid = (message: string): Refusal => new Refusal(codes.INVALID_ARGUMENT, message);

export const notCovered = (what: string): Refusal =>
  new Refusal(codes.UNIMPLEMENTED, `${what} is not covered by the local Firestore.`);

/** The caller of a request. Rules do not bind an admin. */
export interface Caller {
  readonly isAdmin: boolean;
  /** The `request.auth` of rules; null when signed out. */
  readonly auth: { readonly uid: string; readonly token: Readonly<Record<string, unknown>> } | null;
}

/** The name of an isolated database: `projects/{project}/databases/{database}`. */
export interface DatabaseName {
  readonly project: string;
  readonly database: string;
}

export interface View {
  get(path: Segments): StoredDocument | undefined;
}

export interface ListQuestion {
  /** The document or root above the collection; the root for a collection group. */
  readonly parent: Segments;
  readonly collection: string;
  readonly isGroup: boolean;
  /** The StructuredQuery as received; for a REST list, made from its parameters. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The rules applied to a single request. Each method throws Refusal PERMISSION_DENIED. */
export interface Access {
  get(path: Segments, document: StoredDocument | undefined): void;
  list(question: ListQuestion): void;
  /** Judges a write; its verb follows from the precondition, or else from the current state. */
  write(
    verb: 'create' | 'update' | 'delete',
    path: Segments,
    before: StoredDocument | undefined,
    after: StoredDocument | undefined,
  ): void;
}

export interface Rules {
  /** @param now `request.time`; `after` is the data after the whole commit, for `getAfter` */
  accessOf(request: {
    readonly caller: Caller;
    readonly name: DatabaseName;
    readonly now: Micros;
    readonly before: View;
    readonly after: View;
  }): Access;
  /**
   * Returns the answer to `GET /emulator/v1/projects/P:ruleCoverage`, in the format of Google's
   * emulator.
   */
  coverage(): unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** A streaming call, Listen or Write. Answers arrive through `onAnswer`, in order. */
export interface OpenStream {
  /** Sends a message; an invalid one ends the stream through `onEnd` instead of throwing. */
  send(message: Json): void;
  /** Closes the stream for a client that is gone; no answers follow. */
  close(): void;
}

export interface StreamHandlers {
  onAnswer(message: Json): void;
  onEnd(refusal: Refusal | undefined): void;
}

/** The calls of `google.firestore.v1.Firestore`, in proto3 JSON; each throws Refusal. */
export interface Calls {
  /**
   * Runs a call with one answer: GetDocument, ListDocuments, BeginTransaction, Commit, Rollback or
   * ListCollectionIds.
   */
  one(method: string, request: Json, caller: Caller): Promise<Json>;
  /** Runs BatchGetDocuments, RunQuery or RunAggregationQuery; returns all answers, in order. */
  many(method: string, request: Json, caller: Caller): Promise<readonly Json[]>;
  open(method: string, caller: Caller, handlers: StreamHandlers): OpenStream;
}

export interface Change {
  readonly path: Segments;
  readonly before: StoredDocument | undefined;
  readonly after: StoredDocument | undefined;
}

/** The changes of a commit; a commit without changes notifies no listener. */
export interface Commit {
  readonly version: Micros;
  readonly changes: readonly Change[];
}

export interface Documents extends View {
  /** The time of the last commit; 0 before the first. Never decreases, not even after a restart. */
  readonly version: Micros;
  /**
   * Returns a `readTime` for the current data. It is not before any earlier answer, after all past
   * commits and before all future ones.
   */
  tell(): Micros;
  /** Returns the documents of a collection below `parent`, or of a collection group, unordered. */
  collection(parent: Segments, collection: string, isGroup: boolean): Iterable<StoredDocument>;
  /**
   * Calls the listener for each commit, after it is stored and before its writer is answered.
   * @returns the function that ends it
   */
  subscribe(listener: (commit: Commit) => void): () => void;
}

export interface Query {
  /** The document above the collection; empty for the root. */
  readonly parent: Segments;
  readonly collection: string;
  readonly isGroup: boolean;
  readonly offset: number;
  readonly limit: number | undefined;
  /**
   * Whether a document is in the collection, passes the filters, has all order fields and lies
   * between the cursors.
   */
  matches(document: StoredDocument): boolean;
  /** Compares by the full order, including its implicit parts. */
  compare(a: StoredDocument, b: StoredDocument): number;
  /** Returns the matching documents in order, after applying cursors, offset and limit. */
  run(documents: Iterable<StoredDocument>): StoredDocument[];
  project(document: StoredDocument): Fields;
}
