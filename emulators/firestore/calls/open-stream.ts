import type { Caller, OpenStream, StreamHandlers, View } from '../contract.ts';
import { openListen } from '../listen/listen.ts';
import { accessOf, type Context, notCovered } from './context.ts';
import { openWrite } from './write-stream.ts';

/** Opens one of the calls that stay open. @throws Refusal for any other */
export function openStream(
  method: string,
  {
    context,
    caller,
    handlers,
  }: { readonly context: Context; readonly caller: Caller; readonly handlers: StreamHandlers },
): OpenStream {
  if (method === 'Write') return openWrite(context, caller, handlers);
  if (method === 'Listen') {
    const { database } = context;
    const accessFor = (view: View) =>
      accessOf(context, { caller, now: database.tell(), before: view, after: view });
    return openListen({ documents: database, name: database.name, accessFor }, handlers);
  }
  throw notCovered(method);
}
