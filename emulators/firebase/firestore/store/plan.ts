import { isDeepStrictEqual } from 'node:util';
import type { Change, Fields, Micros, StoredDocument, Value, View } from '../contract.ts';
import { valueAt } from '../values/field-paths.ts';
import { setField } from '../values/set-field.ts';
import { writeTime } from '../values/times.ts';
import { applyTransforms } from '../values/transforms.ts';
import type { Mutation } from './mutation.ts';
import type { Write, WriteResult } from './write.ts';

/** What a commit would do, before anyone has agreed to it. */
export interface Plan {
  /** One for each mutation, also for those that change nothing. */
  readonly outcomes: readonly Change[];
  readonly results: ReadonlyMap<Write, WriteResult>;
}

/**
 * Computes what mutations make of the documents; conditions and limits are not looked at.
 * @param times the commit's own, and the one that `REQUEST_TIME` stands for
 */
export function planOf(
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
      // Of what was verified not to be there, the emulator answers with the time of looking.
      const updateTime = write.action.kind === 'verify' ? times.version : undefined;
      results.set(write, { updateTime: after?.updateTime ?? updateTime, transformResults });
    }
    return { path: mutation.path, before, after };
  });
  return { outcomes, results };
}

interface Steps {
  readonly fields: Fields | undefined;
  /** Deleted on the way: what is there afterwards is another document. */
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

/** A write that changes nothing leaves the document as it was, its update time too. */
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
