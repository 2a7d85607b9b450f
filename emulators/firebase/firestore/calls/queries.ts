import { invalid, notCovered, type Query, type StoredDocument } from '../contract.ts';
import { type Json, readList, readMessage, readString } from '../query/json.ts';
import { readQuery } from '../query/read.ts';
import { readParentName } from '../values/resource-names.ts';
import { writeTime } from '../values/times.ts';
import { documentJson } from './answers.ts';
import { accessToRead } from './context.ts';
import { beginReading, type Reading, type Request } from './reading.ts';

const known = [
  'parent',
  'structuredQuery',
  'transaction',
  'newTransaction',
  'readTime',
  'explainOptions',
];

/**
 * Handles RunQuery: one answer per document, the last with `done`; without results a single answer.
 */
export function runQuery(request: Request): readonly Json[] {
  const { database } = request.context;
  const message = readMessage(request.message, 'RunQueryRequest', known);
  if (!isUnset(message.explainOptions)) throw notCovered('Explaining queries (explainOptions)');
  if (isUnset(message.structuredQuery)) throw invalid('only structured queries are supported');
  const parent = readParentName(readString(message.parent, 'parent'), database.name);
  const query = readQuery(parent, message.structuredQuery, database.name);
  const reading = beginReading(request.context, message);
  const found = query.run(look(request, { query, reading, structured: message.structuredQuery }));
  const readTime = writeTime(reading.moment.time);
  if (found.length === 0) return [...begun(reading), { readTime, done: true }];
  const last = found.length - 1;
  return [
    ...begun(reading),
    ...found.map((document, at) => ({
      document: documentJson(database.name, document, query.project(document)),
      readTime,
      // The emulator reports skipped results only with the first of several documents.
      ...(at === 0 && at < last && query.offset > 0 ? { skippedResults: query.offset } : {}),
      ...(at === last ? { done: true } : {}),
    })),
  ];
}

/** Handles RunAggregationQuery for counts. @throws Refusal UNIMPLEMENTED for other aggregations */
export function runAggregationQuery(request: Request): readonly Json[] {
  const { database } = request.context;
  const message = readMessage(request.message, 'RunAggregationQueryRequest', [
    'parent',
    'structuredAggregationQuery',
  ]);
  const asked = readMessage(message.structuredAggregationQuery, 'StructuredAggregationQuery', [
    'structuredQuery',
    'aggregations',
  ]);
  const aliases = readList(asked.aggregations, 'aggregations').map((each) => {
    const { alias, ...kinds } = readMessage(each, 'Aggregation', ['alias', 'count', 'sum', 'avg']);
    const [kind = 'nothing'] = Object.keys(kinds);
    if (kind !== 'count') throw notCovered(`The aggregation ${kind}`);
    readMessage(kinds.count, 'Count', []);
    return readString(alias, 'Aggregation.alias');
  });
  const parent = readParentName(readString(message.parent, 'parent'), database.name);
  const query = readQuery(parent, asked.structuredQuery, database.name);
  const reading = beginReading(request.context, {});
  const found = query.run(look(request, { query, reading, structured: asked.structuredQuery }));
  const count = { integerValue: String(found.length) };
  const aggregateFields = Object.fromEntries(aliases.map((alias) => [alias, count]));
  return [{ result: { aggregateFields }, readTime: writeTime(reading.moment.time), done: true }];
}

interface Look {
  readonly query: Query;
  readonly reading: Reading;
  readonly structured: unknown;
}

/**
 * Returns the documents in the range of a query, after the rules have allowed it; a transaction
 * locks the range.
 */
function look(
  { context, caller }: Request,
  { query, reading: { moment, transaction }, structured }: Look,
): Iterable<StoredDocument> {
  const { parent, collection, isGroup } = query;
  accessToRead(context, caller, moment)?.list({
    parent,
    collection,
    isGroup,
    query: readMessage(structured, 'StructuredQuery', Object.keys(structured ?? {})),
  });
  transaction?.locks.addRange({ parent, collection, isGroup });
  return moment.collection(parent, collection, isGroup);
}

const begun = ({ begun: transaction }: Reading): readonly Json[] =>
  transaction === undefined ? [] : [{ transaction }];

const isUnset = (json: unknown): boolean => json === undefined || json === null;
