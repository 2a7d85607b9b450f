/** A file of JSON as all of them are written. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value)}\n`;
