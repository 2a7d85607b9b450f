import { expect, test } from 'vitest';
import { scoresIn } from './score.ts';

const report = `
|                             file | noticed | not noticed | explained |     % |
|---------------------------------:|--------:|------------:|----------:|------:|
|            shared/domain/dats.ts |      67 |           0 |         1 | 100.0 |
|              rules/storage.rules |      33 |           2 |         5 |  94.3 |
|                         together |     100 |           2 |         6 |  98.0 |

## Not noticed

- \`rules/storage.rules:45\` \`&& isSized(request.resource, 5);\` → \`5 ⇒ 6\`
- \`rules/storage.rules:52\` \`allow get: if namesUploader(resource);\` → \`get ⇒ read\`
`;

test('a report is read as it was written, and what was explained since counts as explained', () => {
  expect(scoresIn(report)).toEqual([
    { file: 'shared/domain/dats.ts', killed: 67, explained: 1, survivors: [] },
    {
      file: 'rules/storage.rules',
      killed: 33,
      explained: 6,
      survivors: [
        {
          file: 'rules/storage.rules',
          line: 45,
          code: '&& isSized(request.resource, 5);',
          replacement: '5 ⇒ 6',
          isNoticed: false,
        },
      ],
    },
  ]);
});
