/** A decoded form: strings at the leaves, named branches between (arrays have the keys 0, 1, …). */
export type FormTree = { [key: string]: FormTree | string };

/** A body that does not decode; the router answers it with a 400. */
export class FormError extends Error {}

const maxDepth = 10;

/**
 * Decodes `application/x-www-form-urlencoded` text with Stripe's bracket notation:
 * `a[b][c]=1`, `a[0][b]=1` and `a[]=1` (appends). A later value replaces an earlier one.
 */
export function parseForm(text: string): FormTree {
  const root = emptyTree();
  for (const [rawKey, value] of new URLSearchParams(text)) {
    put(root, splitKey(rawKey), value, rawKey);
  }
  return root;
}

function emptyTree(): FormTree {
  return Object.create(null) as FormTree;
}

function splitKey(key: string): string[] {
  const open = key.indexOf('[');
  if (open === -1) return [key];
  const steps = [key.slice(0, open)];
  const rest = key.slice(open);
  const pattern = /\[([^[\]]*)\]/gy;
  let at = 0;
  for (const match of rest.matchAll(pattern)) {
    steps.push(match[1] ?? '');
    at = match.index + match[0].length;
  }
  if (at !== rest.length || steps[0] === '') throw new FormError(`Invalid parameter name: ${key}`);
  if (steps.length > maxDepth) throw new FormError(`Parameter nested too deeply: ${key}`);
  return steps;
}

function put(root: FormTree, steps: string[], value: string, rawKey: string): void {
  let branch = root;
  steps.forEach((step, index) => {
    const key = step === '' ? String(Object.keys(branch).length) : step;
    if (index === steps.length - 1) {
      if (typeof branch[key] === 'object') throw new FormError(`Conflicting parameter: ${rawKey}`);
      branch[key] = value;
      return;
    }
    const next = branch[key] ?? emptyTree();
    if (typeof next === 'string') throw new FormError(`Conflicting parameter: ${rawKey}`);
    branch[key] = next;
    branch = next;
  });
}
