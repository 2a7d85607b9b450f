import type { Expression } from './syntax.ts';

export function listOperands(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.flat();
    case 'path':
      return expression.segments.filter((segment) => typeof segment !== 'string');
    case 'member':
      return [expression.of];
    case 'index':
      return [expression.of, expression.index];
    case 'unary':
    case 'is':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.condition, expression.yes, expression.no];
    case 'call':
      return expression.args;
    case 'method':
      return [expression.of, ...expression.args];
  }
}
