import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Settings } from '../objects/settings.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { badRequest, notFound, Refused } from '../refusal.ts';
import { type Received, UploadFile } from './upload-file.ts';

export interface UploadPlan {
  readonly bucket: string;
  readonly name: string;
  readonly settings: Settings;
  /** Bytes, if the uploader has declared them. */
  readonly declaredSize: number | undefined;
}

/** The result of an upload: an object, or a refusal that is repeated on every further request. */
type Outcome = { readonly object: StoredObject } | { readonly refusal: Refused };

/** A resumable upload: parts arrive in order, over any number of connections. */
export class UploadSession<Plan extends UploadPlan = UploadPlan> {
  readonly id = randomUUID();
  readonly plan: Plan;
  readonly #file: UploadFile;
  #running: { source: Readable; ended: Promise<unknown> } | undefined;
  #finalizing: Promise<Outcome> | undefined;
  #isCancelled = false;

  constructor(plan: Plan, path: string) {
    this.plan = plan;
    this.#file = new UploadFile(path);
  }

  get status(): 'active' | 'final' | 'cancelled' {
    if (this.#isCancelled) return 'cancelled';
    return this.#finalizing ? 'final' : 'active';
  }

  get received(): number {
    return this.#file.size;
  }

  /**
   * Ends the part that is still arriving, because its connection is lost. The bytes so far stay,
   * and `received` no longer changes.
   */
  async settle(): Promise<void> {
    while (this.#running) {
      this.#running.source.destroy();
      await this.#running.ended;
    }
  }

  /**
   * Receives the part at `offset`. After a lost connection the SDK repeats a part; bytes that
   * arrived before are skipped.
   * @throws when the connection breaks or a part is missing
   */
  async receive(source: Readable, offset: number): Promise<void> {
    await this.settle();
    this.#requireActive();
    if (offset > this.received) {
      throw badRequest(`The next part begins at byte ${this.received}, not at ${offset}`);
    }
    const arriving = this.#file.append(passOver(this.received - offset, source));
    this.#running = { source, ended: arriving.catch(() => {}) };
    await arriving.finally(() => {
      if (this.#running?.source === source) this.#running = undefined;
    });
  }

  /**
   * Ends the upload: `accept` makes the object or throws a refusal. A retry after a lost answer
   * gets the same answer. After an internal error the upload is still open.
   */
  async finalize(accept: (received: Received) => Promise<StoredObject>): Promise<StoredObject> {
    if (!this.#finalizing) {
      this.#requireActive();
      const { declaredSize } = this.plan;
      if (declaredSize !== undefined && declaredSize !== this.received) {
        throw badRequest(`${this.received} bytes have arrived, ${declaredSize} were announced`);
      }
      this.#finalizing = this.#end(accept);
    }
    const outcome = await this.#finalizing;
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.object;
  }

  async cancel(): Promise<void> {
    if (this.#finalizing) throw badRequest('The upload has ended already');
    this.#isCancelled = true;
    await this.settle();
    await this.#file.discard();
  }

  async close(): Promise<void> {
    if (this.status === 'active') await this.cancel();
    await this.#finalizing;
  }

  async #end(accept: (received: Received) => Promise<StoredObject>): Promise<Outcome> {
    try {
      return { object: await accept(await this.#file.finish()) };
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) {
        this.#finalizing = undefined;
        throw error;
      }
      await this.#file.discard();
      return { refusal: error };
    }
  }

  #requireActive(): void {
    if (this.status !== 'active') throw badRequest(`The upload is ${this.status}`);
  }
}

async function* passOver(
  bytes: number,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of source) {
    if (left < piece.length) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}

/** The resumable uploads of this process, by id; a restart loses them. */
export class UploadSessions<Plan extends UploadPlan> {
  readonly #sessions = new Map<string, UploadSession<Plan>>();

  start(plan: Plan, path: string): UploadSession<Plan> {
    const session = new UploadSession(plan, path);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** @throws a 404 for an unknown id, or one of an earlier process */
  get(id: string | null): UploadSession<Plan> {
    const session = id === null ? undefined : this.#sessions.get(id);
    if (!session) throw notFound('upload');
    return session;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }
}
