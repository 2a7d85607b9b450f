import { isDeepStrictEqual } from 'node:util';
import type { Change, Fields, Micros, StoredDocument, Value, View } from '../contract.ts';
import { valueAt } from '../values/field-paths.ts';
import { setField } from '../values/set-field.ts';
import { writeTime } from '../values/times.ts';
import { applyTransforms } from '../values/transforms.ts';
import type { Mutation } from './mutation.ts';
import type { Write, WriteResult } from './write.ts';

export interface Plan {
  /** An outcome for each mutation, also without a change. */
  readonly outcomes: readonly Change[];
  readonly results: ReadonlyMap<Write, WriteResult>;
}

/**
 * Computes the effect of mutations; checks neither conditions nor limits.
 * @param times the time of the commit, and the value of `REQUEST_TIME`
 */
export function planCommit(
  mutations: readonly Mutation[],
  view: View,
  times: { readonly version: Micros; readonly request: Micros },
): Plan {
  const results = new Map<Write, WriteResult>();
  const requestTime = writeTime(times.request);
  const outcomes = mutations.map((mutation) => {
    const before = view.get(mutation.path);
    const steps = runSteps(mutation, before, requestTime);
    const after = afterOf(mutation, before, { ...steps, version: times.version });
    for (const [write, transformResults] of steps.transformed) {
      // For a verified missing document, the emulator returns the time of the check.
      const updateTime = write.action.kind === 'verify' ? times.version : undefined;
      results.set(write, { updateTime: after?.updateTime ?? updateTime, transformResults });
    }
    return { path: mutation.path, before, after };
  });
  return { outcomes, results };
}

interface Steps {
  readonly fields: Fields | undefined;
  /** Whether the document was deleted in between, so that a new one exists afterwards. */
  readonly isNew: boolean;
  readonly transformed: ReadonlyMap<Write, WriteResult['transformResults']>;
}

function runSteps({ steps }: Mutation, before: StoredDocument | undefined, time: string): Steps {
  let fields = before?.fields;
  let isNew = before === undefined;
  const transformed = new Map<Write, WriteResult['transformResults']>();
  for (const step of steps) {
    transformed.set(step, []);
    if (step.action.kind === 'delete') {
      fields = undefined;
      isNew = true;
    } else if (step.action.kind === 'update') {
      const { transforms } = step.action;
      const applied = applyTransforms(updated(fields ?? {}, step.action), transforms, time);
      fields = applied.fields;
      transformed.set(step, applied.results);
    }
  }
  return { fields, isNew, transformed };
}

function updated(
  old: Fields,
  { fields, mask }: Extract<Write['action'], { readonly kind: 'update' }>,
): Fields {
  if (!mask) return fields;
  // Copied once: the SDKs update a document by naming each of its fields.
  let sum: Record<string, Value> = { ...old };
  for (const path of mask) {
    const value = valueAt(fields, path);
    const [name, ...below] = path;
    if (value && name !== undefined && below.length === 0) sum[name] = value;
    else sum = { ...setField(sum, path, value) };
  }
  return sum;
}

/** Returns the new document; a write without a change keeps even the update time. */
function afterOf(
  { path }: Mutation,
  before: StoredDocument | undefined,
  { fields, isNew, version }: Steps & { readonly version: Micros },
): StoredDocument | undefined {
  if (!fields) return undefined;
  if (before && !isNew) {
    if (isDeepStrictEqual(fields, before.fields)) return before;
    return { path, fields, createTime: before.createTime, updateTime: version };
  }
  return { path, fields, createTime: version, updateTime: version };
}
