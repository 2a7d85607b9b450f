export const jsonText = (value: unknown): string => `${JSON.stringify(value)}\n`;
