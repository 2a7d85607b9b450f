/**
 * What the parts of the local Firestore say to each other. Messages of the wire are proto3 JSON of
 * `google.firestore.v1` throughout: REST and WebChannel pass them on, gRPC translates at its edge.
 */

/**
 * Microseconds since the epoch: the clock of documents and versions. Safe as a number until 2255.
 */
export type Micros = number;

/** The path of a document below `/documents`: `['users', 'u1']`. */
export type Segments = readonly string[];

/** A value in proto3 JSON: an object with one key, which names its type. */
export type Value =
  | { readonly nullValue: null }
  | { readonly booleanValue: boolean }
  /** A 64-bit integer, as text. */
  | { readonly integerValue: string }
  /** JSON has neither NaN nor infinities nor -0: they are text. */
  | { readonly doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { readonly timestampValue: string }
  | { readonly stringValue: string }
  /** Base64. */
  | { readonly bytesValue: string }
  | { readonly referenceValue: string }
  | { readonly arrayValue: { readonly values?: readonly Value[] } }
  | { readonly mapValue: { readonly fields?: Fields } };

export type Fields = Readonly<Record<string, Value>>;

/** A document as it is kept; never changed, only replaced. */
export interface StoredDocument {
  readonly path: Segments;
  readonly fields: Fields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
}

/** Codes of gRPC that Firestore answers with. */
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

/** A request that is answered with an error; everything else that is thrown is a defect of ours. */
export class Refusal extends Error {
  readonly code: Code;
  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

/** A request that Firestore cannot read or does not accept. */
export const invalid = (message: string): Refusal => new Refusal(codes.INVALID_ARGUMENT, message);

/** Something of Firestore that is left out here, by its name. */
export const notCovered = (what: string): Refusal =>
  new Refusal(codes.UNIMPLEMENTED, `${what} is not covered by the local Firestore.`);

/** Whom a request speaks for. Rules do not bind an admin. */
export interface Caller {
  readonly isAdmin: boolean;
  /** What rules see as `request.auth`; null when signed out. */
  readonly auth: { readonly uid: string; readonly token: Readonly<Record<string, unknown>> } | null;
}

/** `projects/{project}/databases/{database}`: each is a world of its own. */
export interface DatabaseName {
  readonly project: string;
  readonly database: string;
}

// ---- Rules: what the calls ask of them ----------------------------------------------------------

/** A moment of the data, to look at single documents. */
export interface View {
  get(path: Segments): StoredDocument | undefined;
}

/** A list that someone asks for, as far as rules judge it. */
export interface ListQuestion {
  /** The document or root above the collection; the root for a collection group. */
  readonly parent: Segments;
  readonly collection: string;
  readonly isGroup: boolean;
  /** The StructuredQuery as it was sent; a REST list has one made of its parameters. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The rules as one request meets them. Each throws Refusal PERMISSION_DENIED. */
export interface Access {
  get(path: Segments, document: StoredDocument | undefined): void;
  list(question: ListQuestion): void;
  /** One write of a commit; what it does is by its precondition, else by what is there. */
  write(
    verb: 'create' | 'update' | 'delete',
    path: Segments,
    before: StoredDocument | undefined,
    after: StoredDocument | undefined,
  ): void;
}

/** Rules of one project, compiled; for every database in it. */
export interface Rules {
  /** @param now `request.time`. `after` is the data as the whole commit leaves it: `getAfter`. */
  accessOf(request: {
    readonly caller: Caller;
    readonly name: DatabaseName;
    readonly now: Micros;
    readonly before: View;
    readonly after: View;
  }): Access;
  /**
   * The answer to `GET /emulator/v1/projects/P:ruleCoverage`, shaped as Google's emulator gives it.
   */
  coverage(): unknown;
}

// ---- Calls: what the wires ask -----------------------------------------------------------------

type Json = Readonly<Record<string, unknown>>;

/** One of the two calls that stay open. Answers come by `onAnswer`, in order. */
export interface OpenStream {
  /** @throws nothing: what is wrong with a message ends the stream by `onEnd` */
  send(message: Json): void;
  /** The client is gone. No answer comes after it. */
  close(): void;
}

export interface StreamHandlers {
  onAnswer(message: Json): void;
  onEnd(refusal: Refusal | undefined): void;
}

/** The calls of `google.firestore.v1.Firestore`, in proto3 JSON; each throws Refusal. */
export interface Calls {
  /**
   * GetDocument, ListDocuments, BeginTransaction, Commit, Rollback, ListCollectionIds: one answer.
   */
  one(method: string, request: Json, caller: Caller): Promise<Json>;
  /** BatchGetDocuments, RunQuery, RunAggregationQuery: all answers, in order. */
  many(method: string, request: Json, caller: Caller): Promise<readonly Json[]>;
  /** Listen, Write. */
  open(method: string, caller: Caller, handlers: StreamHandlers): OpenStream;
}

// ---- The data: what calls and listeners read ---------------------------------------------------

/** One document that a commit created, changed or deleted. */
export interface Change {
  readonly path: Segments;
  readonly before: StoredDocument | undefined;
  readonly after: StoredDocument | undefined;
}

/** All that one commit changed; a commit that changes nothing has no changes, and tells no one. */
export interface Commit {
  readonly version: Micros;
  readonly changes: readonly Change[];
}

/** The documents of one database, and what becomes of them. */
export interface Documents extends View {
  /** The time of the last commit; 0 before the first. Never goes back, over restarts either. */
  readonly version: Micros;
  /**
   * A time at which the data is as it is now, to be told as `readTime`: not before any that was
   * told, after the times of all commits done and before those of all commits to come.
   */
  tell(): Micros;
  /** Documents of a collection below `parent`, or of all collections of that name, in no order. */
  collection(parent: Segments, collection: string, isGroup: boolean): Iterable<StoredDocument>;
  /**
   * Hears of each commit after it is kept and before its writer is answered. @returns the end of it
   */
  subscribe(listener: (commit: Commit) => void): () => void;
}

// ---- Queries: what calls and listeners ask ------------------------------------------------------

/** A StructuredQuery that has been read, checked and put in order. Pure: it holds no documents. */
export interface Query {
  /** The document, or nothing, below which the collection is. */
  readonly parent: Segments;
  readonly collection: string;
  readonly isGroup: boolean;
  /** How many of those that match are passed over. */
  readonly offset: number;
  /** How many there may be after the offset; undefined for all. */
  readonly limit: number | undefined;
  /**
   * Whether it is in the collection, passes the filters, has a place in the order and is between
   * the cursors.
   */
  matches(document: StoredDocument): boolean;
  /** The whole order, implicit parts too. */
  compare(a: StoredDocument, b: StoredDocument): number;
  /** Those that match, in order, between the cursors, after the offset, up to the limit. */
  run(documents: Iterable<StoredDocument>): StoredDocument[];
  /** What `select` leaves of a document. */
  project(document: StoredDocument): Fields;
}
