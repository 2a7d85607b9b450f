export class Refused extends Error {
  readonly code: number;
  readonly status: string;
  readonly details: readonly object[];

  constructor(code: number, status: string, message: string, details: readonly object[] = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}
