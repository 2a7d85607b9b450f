import type { DatabaseName, Fields, Micros, StoredDocument } from '../contract.ts';
import type { WriteResult } from '../store/write.ts';
import { writeName } from '../values/resource-names.ts';
import { writeTime } from '../values/times.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A Document message. @param fields what the answer shows of it */
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

/** A WriteResult message. */
const writeResultJson = ({ updateTime, transformResults }: WriteResult): Json => ({
  ...(updateTime === undefined ? {} : { updateTime: writeTime(updateTime) }),
  ...(transformResults.length > 0 ? { transformResults } : {}),
});

/** What Commit and the stream of writes answer; without writes nothing was committed. */
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
