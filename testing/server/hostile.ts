const quoted = (text: string) => JSON.stringify(text);

/**
 * Values that no field of any call accepts, as JSON text, the worst ten first: 1e999 is parsed as
 * Infinity.
 */
export const hostileValues: readonly string[] = [
  'null',
  '[20]',
  '{"$gt":0}',
  '-1',
  '1.5',
  '1e999',
  quoted(''),
  quoted('__proto__'),
  quoted('\ud800'),
  quoted('9'.repeat(100_000)),
  'true',
  'false',
  '[]',
  '{}',
  '0',
  '-0',
  '1e9',
  '1e300',
  '-1e300',
  '-1e999',
  '9007199254740993',
  quoted(' '),
  quoted('-1'),
  quoted('1.5'),
  quoted('0x24'),
  quoted('٣٦'),
  quoted('NaN'),
  quoted('Infinity'),
  quoted('undefined'),
  quoted('../../journal/x'),
  quoted('constructor'),
  quoted('.'),
  quoted('\u0000'),
  quoted('<script>'),
  quoted('💥'.repeat(40)),
];

/**
 * Ids that no document has, escaped for a URL: names of prototypes, of the store and of folders.
 */
export const hostileIds: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '__x__',
  '____',
  '.',
  '..',
  '%2e',
  '%2e%2e',
  '%2E%2E%2Fx',
  '%2F',
  '%5C',
  '%00',
  '%0A',
  '%',
  '%E0%A4',
  '%ED%A0%80',
  '%F0%9F%92%A5',
  '$',
  '%23',
  '%5Bx%5D',
  '~',
  'x'.repeat(2_000),
];

/**
 * Request bodies that are no valid call, with method and type; `input` is a valid input. The worst
 * three come first.
 */
export const hostileRequests = (
  input: string,
): readonly { what: string; body?: string; method?: string; type?: string }[] => [
  { what: 'an inherited field', body: `{"__proto__":{"data":${input}}}` },
  { what: 'more than data', body: `{"data":${input},"uid":"somebody"}` },
  { what: 'GET', method: 'GET' },
  { what: 'no body', body: '' },
  { what: 'no data', body: '{}' },
  { what: 'a list', body: `[${input}]` },
  { what: 'null', body: 'null' },
  { what: 'no JSON', body: `{"data":${input}` },
  { what: 'NaN', body: `{"data":{"qty":NaN}}` },
  { what: 'Infinity', body: `{"data":{"qty":-Infinity}}` },
  { what: 'plain text', body: `{"data":${input}}`, type: 'text/plain' },
  { what: 'a form', body: 'data[qty]=20', type: 'application/x-www-form-urlencoded' },
  { what: 'PUT', body: `{"data":${input}}`, method: 'PUT' },
];

/** Adds an unexpected key to an object, as JSON texts. */
export const hostileKeys = (object: object): string[] =>
  ['__proto__', 'constructor', 'prototype', 'isAdmin', ''].map((key) => {
    const fields = JSON.stringify(object).slice(1, -1);
    return `{${fields}${fields && ','}${quoted(key)}:{"isAdmin":true}}`;
  });

/**
 * Invalid inputs, with unknown fields or of another type, as JSON text. The worst four come first.
 */
export function hostileInputs(input: object): readonly [text: string, sentence: RegExp][] {
  const fields = JSON.stringify(input).slice(1, -1);
  const withKey = (key: string, value = '{}') =>
    `{${fields}${fields && ','}${quoted(key)}:${value}}`;
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const long = 'k'.repeat(100_000);
  return [
    [withKey('uid', '"somebody"'), /^uid: Invalid key: /],
    [withKey('__proto__', '{"source":"credits"}'), /^__proto__: Invalid key$/],
    [withKey('deep', deep), /^The input is nested too deeply\.$/],
    [withKey('large', `"${'x'.repeat(600_000)}"`), /^The input is too large\.$/],
    ['[]', /^The input is not an object\.$/],
    [withKey('price', '1'), /^price: Invalid key: /],
    [withKey(''), /^: Invalid key: |^Invalid key: /],
    [withKey(long), /^k{200}$/],
    [withKey('__proto__'), /^__proto__: Invalid key$/],
    [withKey('__proto__', 'null'), /^__proto__: Invalid key$/],
    [withKey('constructor', '1'), /^constructor: Invalid key: /],
    [withKey('toString', '"x"'), /^toString: Invalid key: /],
    [`[${JSON.stringify(input)}]`, /^The input is not an object\.$/],
    ['"text"', /Invalid type: /],
    ['7', /Invalid type: /],
    ['false', /Invalid type: /],
  ];
}

/** Input that the SDK cannot decode, so it never reaches a call. */
export const undecodable: readonly string[] = [
  '{"@type":"type.googleapis.com/unknown","value":"1"}',
  '{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"many"}',
];
