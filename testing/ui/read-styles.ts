import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const stylesFolder = new URL('../../shared/ui/styles/', import.meta.url);
const fontPackage = '@fontsource-variable/instrument-sans/files/';

export function readStyles(): string {
  const entry = readFileSync(new URL('site.css', stylesFolder), 'utf8');
  return entry
    .replace(/@import "(.+?)";/g, (_, file: string) =>
      readFileSync(new URL(file, stylesFolder), 'utf8'),
    )
    .replaceAll(fontPackage, '/fonts/');
}

export function readFont(name: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(fontPackage + name));
}
