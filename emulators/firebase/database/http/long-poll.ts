import type { ServerResponse } from 'node:http';

/**
 * Answers the browser SDK's long-polling with a script that ends it. The SDK falls back to
 * long-polling after one failed socket and then never leaves it. The script clears the recorded
 * failure and closes the connection, so that the SDK returns by WebSocket.
 */
export function answerLongPoll(url: URL, response: ServerResponse): void {
  const callback = url.searchParams.get('cb') ?? '';
  const close = /^\d{1,9}$/.test(callback) ? `parent["pLPCommand${callback}"]("close");` : '';
  response.writeHead(200, { 'content-type': 'application/javascript; charset=utf-8' });
  response.end(
    `try{parent.localStorage.removeItem("firebase:previous_websocket_failure")}catch(e){}${close}`,
  );
}
