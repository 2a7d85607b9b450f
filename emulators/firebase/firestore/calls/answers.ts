import type { DatabaseName, Fields, Micros, StoredDocument } from '../contract.ts';
import type { WriteResult } from '../store/write.ts';
import { writeName } from '../values/resource-names.ts';
import { writeTime } from '../values/times.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Formats a Document message. @param fields the fields to show */
export const documentJson = (
  name: DatabaseName,
  { path, createTime, updateTime }: StoredDocument,
  fields: Fields,
): Json => ({
  name: writeName(name, path),
  ...(Object.keys(fields).length > 0 ? { fields } : {}),
  createTime: writeTime(createTime),
  updateTime: writeTime(updateTime),
});

const writeResultJson = ({ updateTime, transformResults }: WriteResult): Json => ({
  ...(updateTime === undefined ? {} : { updateTime: writeTime(updateTime) }),
  ...(transformResults.length > 0 ? { transformResults } : {}),
});

export const commitJson = ({
  time,
  results,
}: {
  readonly time: Micros;
  readonly results: readonly WriteResult[];
}): Json =>
  results.length === 0
    ? {}
    : { writeResults: results.map(writeResultJson), commitTime: writeTime(time) };
