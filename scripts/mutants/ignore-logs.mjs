// @ts-check
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** @param {any} node a node of Babel's @returns {boolean} whether it writes to the log and does no more */
function isLogged(node) {
  if (node.type === 'CallExpression')
    return node.callee.type === 'MemberExpression' && node.callee.object.name === 'log';
  if (node.type === 'ExpressionStatement') return isLogged(node.expression);
  if (node.type === 'BlockStatement') return node.body.length > 0 && node.body.every(isLogged);
  return node.type === 'IfStatement' && !node.alternate && isLogged(node.consequent);
}

/** Excludes log output from mutation: it is for people, so no test should assert it. */
const logs = {
  /** @param {any} path of a node */
  shouldIgnore: (path) => (isLogged(path.node) ? 'It only writes to the log.' : undefined),
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'logs', logs)];
