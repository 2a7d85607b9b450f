import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const stylesFolder = new URL('../../shared/ui/styles/', import.meta.url);
const fontPackage = '@fontsource-variable/instrument-sans/files/';

/** The whole style sheet as the sites build it, its fonts addressed under `/fonts/`. */
export function readStyles(): string {
  const entry = readFileSync(new URL('site.css', stylesFolder), 'utf8');
  return entry
    .replace(/@import "(.+?)";/g, (_, file: string) =>
      readFileSync(new URL(file, stylesFolder), 'utf8'),
    )
    .replaceAll(fontPackage, '/fonts/');
}

/** The bytes of a self-hosted font file, by its name. */
export function readFont(name: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(fontPackage + name));
}
