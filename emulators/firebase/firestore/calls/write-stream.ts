import {
  type Caller,
  codes,
  invalid,
  type OpenStream,
  Refusal,
  type StreamHandlers,
} from '../contract.ts';
import { type Json, readList, readMessage, readString } from '../query/json.ts';
import { checkDatabaseName } from '../values/resource-names.ts';
import { commitJson } from './answers.ts';
import { write } from './commit.ts';
import type { Context } from './context.ts';
import { readWrites } from './read-write.ts';

const known = ['database', 'streamId', 'writes', 'streamToken', 'labels'];
let streams = 0;

/**
 * Opens a write stream: the first message names the database, each further one is a commit. Commits
 * run one after another; a failed one ends the stream.
 */
export function openWrite(
  context: Context,
  caller: Caller,
  { onAnswer, onEnd }: StreamHandlers,
): OpenStream {
  const streamId = String(streams++);
  let answers = 0;
  let isOpen = true;
  let isFirst = true;
  let work = Promise.resolve();

  const end = (refusal: Refusal): void => {
    if (isOpen) onEnd(refusal);
    isOpen = false;
  };
  const answer = async (message: Json): Promise<Json> => {
    const request = readMessage(message, 'WriteRequest', known);
    if (isFirst) {
      isFirst = false;
      readHandshake(request, context);
      return { streamId };
    }
    const committed = await write(context, {
      writes: readWrites(request.writes, context.database.name),
      caller,
    });
    return commitJson(committed);
  };
  const next = async (message: Json): Promise<void> => {
    if (!isOpen) return;
    try {
      const said = await answer(message);
      const streamToken = Buffer.from(String(answers++)).toString('base64');
      if (isOpen) onAnswer({ ...said, streamToken });
    } catch (error) {
      end(error instanceof Refusal ? error : new Refusal(codes.INTERNAL, String(error)));
    }
  };
  return {
    send: (message) => {
      work = work.then(() => next(message));
    },
    close: () => {
      isOpen = false;
    },
  };
}

function readHandshake(request: Json, { database }: Context): void {
  const name = readString(request.database, 'WriteRequest.database');
  if (name === '') throw invalid("'database' must be set on an initial write request.");
  if (readList(request.writes, 'WriteRequest.writes').length > 0) {
    throw invalid("'writes' must not be set on an initial write request.");
  }
  if (readString(request.streamId, 'WriteRequest.streamId') !== '') {
    throw invalid('Resuming streams is not supported, do not set stream ID.');
  }
  checkDatabaseName(name, database.name);
}
