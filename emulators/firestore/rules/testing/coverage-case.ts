import { int, type Question, rulesWith, type World } from './questions.ts';

/** Rules of which a part is never asked. */
export const text = rulesWith(`
    function isFine(value) { let isBig = value > 5; return isBig || value == 1; }
    function isNeverAsked() { return 1 == 1; }
    match /c/{id} {
      allow get: if resource.data.x == 1 && isFine(resource.data.y);
      allow list: if resource.data.x > 5;
      allow delete: if isNeverAsked();
    }
    match /d/{id} { allow get: if resource.data.x == 2 || resource.data.x == 3; }
`);
/** What is there when they are asked. */
export const world: World = {
  'c/fine': { x: int(1), y: int(1) },
  'c/big': { x: int(1), y: int(9) },
  'c/other': { x: int(2) },
  'c/empty': {},
  'd/two': { x: int(2) },
};
const list = (value: number): Question => ({
  list: {
    from: [{ collectionId: 'c' }],
    where: { fieldFilter: { field: { fieldPath: 'x' }, op: 'GREATER_THAN', value: int(value) } },
  },
  parent: '',
});

const either = '12: resource.data.x == 2 || resource.data.x == 3';
const condition = '8: resource.data.x == 1';
const never = ['6: 1 == 1', '9: resource.data.x > 5', '10: isNeverAsked', either];
const untried = [...never, '5: isBig || value == 1', '5: value == 1', condition];
const both = [`${condition} && isFine(resource.data.y`, '8: isFine(resource.data.y'];

/** What is asked step by step, and what is left to test after each step. */
export const steps: readonly { asked: readonly Question[]; left: readonly string[] }[] = [
  { asked: [{ get: 'c/fine' }], left: [...untried, ...both, '5: isBig', '5: value > 5'] },
  { asked: [{ get: 'c/big' }], left: [...untried, ...both] },
  { asked: [{ get: 'c/other' }, { get: 'c/empty' }], left: never },
  { asked: [{ get: 'd/two' }], left: [...never, '12: resource.data.x == 2'] },
  // A query that does not prove a condition has not seen it refuse.
  { asked: [list(6), list(4)], left: [...never, '12: resource.data.x == 2'] },
];
