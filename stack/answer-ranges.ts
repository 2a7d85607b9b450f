import { parseRange } from '@datchain/firebase-emulators/range.ts';
import type { RequestHandler } from 'express';

/**
 * Answers range requests like Firebase Hosting, which seeking in a sound needs. The library that
 * serves the site sends whole files, so the response is buffered here and cut.
 */
export const answerRanges: RequestHandler = (request, response, next) => {
  const { range } = request.headers;
  if (request.method !== 'GET' || range === undefined) {
    next();
    return;
  }
  // A range of a compressed file would be useless.
  request.headers['accept-encoding'] = 'identity';
  const parts: Buffer[] = [];
  const { write, writeHead, end } = response;
  const keep = (part: unknown) => {
    if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    response.statusCode = status;
    response.set(rest.find((each) => typeof each === 'object') ?? {});
    return response;
  }) as typeof response.writeHead;
  response.write = (part: unknown) => {
    keep(part);
    return true;
  };
  response.end = (part?: unknown) => {
    keep(part);
    const whole = Buffer.concat(parts);
    const wanted = response.statusCode === 200 ? parseRange(range, whole.length) : undefined;
    const body = wanted === undefined ? whole : cut(whole, wanted);
    if (wanted) {
      response.statusCode = wanted === 'unsatisfiable' ? 416 : 206;
      const named = wanted === 'unsatisfiable' ? '*' : `${wanted.start}-${wanted.end}`;
      response.setHeader('content-range', `bytes ${named}/${whole.length}`);
    }
    response.setHeader('content-length', body.length);
    Object.assign(response, { write, writeHead });
    return end.call(response, body, 'utf8');
  };
  next();
};

const cut = (whole: Buffer, wanted: Exclude<ReturnType<typeof parseRange>, undefined>): Buffer =>
  wanted === 'unsatisfiable' ? Buffer.alloc(0) : whole.subarray(wanted.start, wanted.end + 1);
