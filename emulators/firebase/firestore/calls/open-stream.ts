import { type Caller, notCovered, type OpenStream, type StreamHandlers } from '../contract.ts';
import { openListen } from '../listen/listen.ts';
import { accessToRead, type Context } from './context.ts';
import { openWrite } from './write-stream.ts';

/** @throws Refusal for any call but Listen and Write */
export function openStream(
  method: string,
  {
    context,
    caller,
    handlers,
  }: { readonly context: Context; readonly caller: Caller; readonly handlers: StreamHandlers },
): OpenStream {
  const { database } = context;
  if (method === 'Write') return openWrite(context, caller, handlers);
  if (method !== 'Listen') throw notCovered(method);
  return openListen(
    {
      documents: database,
      name: database.name,
      accessFor: () => accessToRead(context, caller, database),
    },
    handlers,
  );
}
