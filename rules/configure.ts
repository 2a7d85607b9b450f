import { keptPattern } from '@datchain/shared/domain/username.ts';

export interface RulesSettings {
  /** Accounts whose followers every new user joins (R-REL-17). */
  readonly fixedUserIds?: readonly string[];
  /** Name of the Storage bucket, without `gs://`. */
  readonly pictureBucket?: string;
}

/**
 * Writes a deployment's settings into the functions `fixedUsers` and `pictureBucket` of the rules
 * text, and the reserved usernames. Omitted settings stay as they are in the file.
 *
 * @throws on an id or a bucket that could break out of its quotes, and when the text no longer has
 * the function: a deployment must never go out with half its settings
 */
export function configureRules(rules: string, settings: RulesSettings): string {
  let configured = withBody(rules, 'isKept', `lower.matches('${keptPattern}')`);
  if (settings.fixedUserIds) {
    const ids = settings.fixedUserIds.map((id) => quoted(id, /^[A-Za-z0-9_-]{1,128}$/));
    configured = withBody(configured, 'fixedUsers', `[${ids.join(', ')}]`);
  }
  if (settings.pictureBucket !== undefined) {
    const bucket = quoted(settings.pictureBucket, /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/);
    configured = withBody(configured, 'pictureBucket', bucket);
  }
  return configured;
}

function quoted(value: string, allowed: RegExp): string {
  if (!allowed.test(value)) throw new Error(`Not usable in the rules: ${JSON.stringify(value)}`);
  return `'${value}'`;
}

function withBody(rules: string, name: string, expression: string): string {
  const declaration = new RegExp(`(function ${name}\\(\\w*\\) \\{ return )[^;]*(; \\})`);
  if (!declaration.test(rules)) throw new Error(`The rules have no function ${name}()`);
  return rules.replace(declaration, (_whole, before, after) => `${before}${expression}${after}`);
}
