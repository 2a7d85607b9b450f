import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import protobuf from 'protobufjs/light.js';
import { describe, expect, test } from 'vitest';
import { readBinary } from './read-binary.ts';
import { readJson } from './read-json.ts';
import { methods, shapeNamed } from './shapes.ts';
import { writeBinary } from './write-binary.ts';

const value = shapeNamed('google.firestore.v1.Value');
const write = shapeNamed('google.firestore.v1.Write');
const query = shapeNamed('google.firestore.v1.StructuredQuery');

const theirs = (() => {
  const admin = createRequire(import.meta.url).resolve('firebase-admin/firestore');
  const main = createRequire(admin).resolve('@google-cloud/firestore');
  const path = createRequire(main).resolve('../protos/v1.json');
  return protobuf.Root.fromJSON(JSON.parse(readFileSync(path, 'utf8')));
})();

describe('values in proto3 JSON', () => {
  test.each([
    [{ integerValue: 5 }, { integerValue: '5' }],
    [{ integerValue: '-9223372036854775808' }, { integerValue: '-9223372036854775808' }],
    [{ integerValue: '0' }, { integerValue: '0' }],
    [{ doubleValue: -0 }, { doubleValue: '-0' }],
    [{ doubleValue: '1.5e3' }, { doubleValue: 1500 }],
    [{ doubleValue: 'NaN' }, { doubleValue: 'NaN' }],
    [{ doubleValue: '-Infinity' }, { doubleValue: '-Infinity' }],
    [{ booleanValue: false }, { booleanValue: false }],
    [{ stringValue: '' }, { stringValue: '' }],
    [{ nullValue: null }, { nullValue: null }],
    [{ nullValue: 'NULL_VALUE' }, { nullValue: null }],
    [{ bytesValue: 'aGk_-w' }, { bytesValue: 'aGk/+w==' }],
    [
      { timestampValue: '2020-01-01T00:30:00.5+01:00' },
      { timestampValue: '2019-12-31T23:30:00.500Z' },
    ],
    [{ geoPointValue: { latitude: 0, longitude: -1.5 } }, { geoPointValue: { longitude: -1.5 } }],
    [
      { array_value: { values: [{ integer_value: 1 }] } },
      { arrayValue: { values: [{ integerValue: '1' }] } },
    ],
    [
      { mapValue: { fields: { __proto__x: { nullValue: null } } } },
      { mapValue: { fields: { __proto__x: { nullValue: null } } } },
    ],
  ])('%j is read as %j, and stays the same through the binary form', (sent, read) => {
    expect(readJson(value, sent)).toEqual(read);
    expect(readBinary(value, writeBinary(value, read))).toEqual(read);
  });

  test.each([
    [{ stringValue: 'a\ud800b' }, "Invalid value at 'stringValue' (string)"],
    [{ mapValue: { fields: { '\ud800': { integerValue: '1' } } } }, 'Invalid value at '],
  ])('the half of a surrogate pair in %j is refused in both forms', (sent, message) => {
    expect(() => readJson(value, sent)).toThrow(message);
    const bytes = theirs.lookupType(value.name).encode(sent).finish();
    expect(() => readBinary(value, bytes)).toThrow('A text is not Unicode');
  });

  test('the replacement character is an ordinary character', () => {
    const sent = { stringValue: '\ufeffa\ufffdb' };
    expect(readBinary(value, writeBinary(value, readJson(value, sent)))).toEqual(sent);
  });

  test('a field named __proto__ is a field, not the prototype', () => {
    const sent = JSON.parse('{"mapValue":{"fields":{"__proto__":{"integerValue":"1"}}}}');
    const bytes = writeBinary(value, readJson(value, sent));
    expect(JSON.stringify(readBinary(value, bytes))).toBe(JSON.stringify(sent));
  });

  test.each([
    [{ integerValue: 1.5 }, "Invalid value at 'integerValue' (int64), 1.5"],
    [
      { integerValue: '9223372036854775808' },
      'Invalid value at \'integerValue\' (int64), "9223372036854775808"',
    ],
    [{ integerValue: true }, "Invalid value at 'integerValue' (int64), true"],
    [{ stringValue: 5 }, "Invalid value at 'stringValue' (string), 5"],
    [
      { timestampValue: 'yesterday' },
      'Invalid value at \'timestampValue\' (google.protobuf.Timestamp), "yesterday"',
    ],
    [{ bytesValue: '!' }, 'Invalid value at \'bytesValue\' (bytes), "!"'],
    [{ doubleValue: '' }, 'Invalid value at \'doubleValue\' (double), ""'],
    [{ arrayValue: { values: {} } }, "Invalid value at 'arrayValue.values' (list), {}"],
    [
      { mapValue: { fields: { a: 5 } } },
      'Invalid value at \'mapValue.fields["a"]\' (google.firestore.v1.Value), 5',
    ],
    [{ foo: 1 }, 'Invalid JSON payload received. Unknown name "foo": Cannot find field.'],
    [
      { arrayValue: { values: [{ bar: 1 }] } },
      'Invalid JSON payload received. Unknown name "bar" at \'arrayValue.values[0]\': Cannot find field.',
    ],
    [
      { stringValue: 'a', integerValue: '1' },
      'Invalid JSON payload received. Only one of "stringValue" and "integerValue"',
    ],
  ])('%j is refused: %s', (sent, message) => {
    expect(() => readJson(value, sent)).toThrow(expect.objectContaining({ code: 3, message }));
  });
});

describe('requests', () => {
  test('wrapped numbers become plain, defaults and nulls are left out, members of a oneof stay', () => {
    expect(readJson(query, { limit: 0, offset: 0, where: null })).toEqual({ limit: 0 });
    expect(readJson(write, { delete: 'a', currentDocument: { exists: false } })).toEqual({
      delete: 'a',
      currentDocument: { exists: false },
    });
    expect(readBinary(query, writeBinary(query, { limit: 0, offset: 0 }))).toEqual({ limit: 0 });
  });

  test('the `verify` field of the web SDK is known, though the API description lacks it', () => {
    const verify = { verify: 'projects/p/databases/d/documents/c/d' };
    expect(readBinary(write, writeBinary(write, verify))).toEqual(verify);
  });

  test('an enum number becomes its name, and unknown ones are refused', () => {
    expect(readJson(query, { orderBy: [{ direction: 2 }] })).toEqual({
      orderBy: [{ direction: 'DESCENDING' }],
    });
    expect(() => readJson(query, { orderBy: [{ direction: 7 }] })).toThrow('Direction');
    expect(() => readJson(query, { orderBy: [{ direction: 'UP' }] })).toThrow('Direction');
  });

  test('an unknown field of the binary form is refused by its number', () => {
    const bytes = protobuf.Writer.create()
      .uint32((99 << 3) | 0)
      .int32(1)
      .finish();
    expect(() => readBinary(write, bytes)).toThrow('Field 99 of google.firestore.v1.Write');
  });

  test.each([
    ['cut short', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 3)],
    ['with a length beyond its end', (bytes: Uint8Array) => bytes.with(1, 120)],
  ])('a binary message %s is refused', (_, spoil) => {
    const bytes = spoil(
      writeBinary(value, { mapValue: { fields: { a: { stringValue: 'hello' } } } }),
    );
    expect(() => readBinary(value, bytes)).toThrow(expect.objectContaining({ code: 3 }));
  });

  test('too deep nesting is refused in both forms', () => {
    let deep: object = { nullValue: null };
    for (let level = 0; level < 300; level += 1) deep = { arrayValue: { values: [deep] } };
    expect(() => readJson(value, deep)).toThrow('nested too deeply');
    expect(() => readBinary(value, writeBinary(value, deep))).toThrow('nested too deeply');
  });

  test('an answer that does not fit its message is a defect', () => {
    expect(() => writeBinary(write, { foo: 1 })).toThrow('has no field foo');
    expect(() => writeBinary(write, { updateMask: 5 })).toThrow('is an object');
  });

  test('calls of the service are known with their kind, request and response types', () => {
    expect(methods.get('Commit')).toMatchObject({
      kind: 'one',
      request: { name: 'google.firestore.v1.CommitRequest' },
      response: { name: 'google.firestore.v1.CommitResponse' },
    });
    const kinds = [...methods.values()].map(({ name, kind }) => `${name} ${kind}`);
    expect(kinds).toEqual(expect.arrayContaining(['RunQuery many', 'Listen open', 'Write open']));
  });
});

const { leaf } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    { depthSize: 'small' },
    fc.record({ integerValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({
      doubleValue: fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .filter((x) => !Object.is(x, -0)),
    }),
    fc.record({ stringValue: fc.string({ unit: 'grapheme' }) }),
    fc.record({
      bytesValue: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    }),
    fc.record({ nullValue: fc.constant(null) }),
    fc.record({
      arrayValue: fc.record({ values: fc.array(tie('leaf'), { minLength: 1, maxLength: 4 }) }),
    }),
    fc.record({
      mapValue: fc.record({
        fields: fc.dictionary(
          fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => name !== '__proto__'),
          tie('leaf'),
          { minKeys: 1, maxKeys: 4 },
        ),
      }),
    }),
  ),
}));

test("any value goes through the library's own writer and reader unchanged", () => {
  const Value = theirs.lookupType('google.firestore.v1.Value');
  fc.assert(
    fc.property(leaf, (sent) => {
      const ours = writeBinary(value, sent);
      const decoded = Value.toObject(Value.decode(ours), {
        longs: String,
        bytes: String,
        enums: String,
      });
      expect(readBinary(value, Value.encode(Value.fromObject(decoded)).finish())).toEqual(sent);
      expect(readBinary(value, ours)).toEqual(sent);
      expect(readJson(value, sent)).toEqual(sent);
    }),
  );
});
