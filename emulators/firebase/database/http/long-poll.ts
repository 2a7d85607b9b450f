import type { ServerResponse } from 'node:http';

/**
 * Answers the browser SDK's long-polling, which it falls back to after one failed socket and then
 * never leaves: the script makes it forget the failure and close, so that it comes back by
 * WebSocket.
 */
export function answerLongPoll(url: URL, response: ServerResponse): void {
  const callback = url.searchParams.get('cb') ?? '';
  const close = /^\d{1,9}$/.test(callback) ? `parent["pLPCommand${callback}"]("close");` : '';
  response.writeHead(200, { 'content-type': 'application/javascript; charset=utf-8' });
  response.end(
    `try{parent.localStorage.removeItem("firebase:previous_websocket_failure")}catch(e){}${close}`,
  );
}
