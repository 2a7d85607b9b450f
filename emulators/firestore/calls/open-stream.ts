import type { Caller, OpenStream, StreamHandlers } from '../contract.ts';
import { type Context, notCovered } from './context.ts';
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
  throw notCovered(method);
}
