export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const badRequest = (message: string): Refused => new Refused(400, message);
export const unauthenticated = (message: string): Refused => new Refused(401, message);
export const denied = (message = 'Permission denied.'): Refused => new Refused(403, message);
export const notFound = (what: string): Refused => new Refused(404, `No such ${what}`);
export const preconditionFailed = (): Refused =>
  new Refused(412, 'At least one of the pre-conditions you specified did not hold.');
export const notImplemented = (what: string): Refused =>
  new Refused(501, `${what} is not implemented by the local Cloud Storage`);
