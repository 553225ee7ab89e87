import { parse, type CallExpression, type Expression } from '@swc/core';
import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onceEach } from './once-each.ts';
import { SDK } from './paths.ts';
import { identifiers } from './split-module.ts';
import { listFiles } from './stamp.ts';

const CONTRACTS = join(SDK, 'contracts');

/** Parts of an endpoint that nobody who calls it reads: replies are checked by the server's tests. */
const NEVER_READ = new Set(['reply', 'summary']);

/** The one contract of the SDK's own whose schemas are read in the browser. */
const WITH_SCHEMAS = /[/\\]file\.contract\.[tj]s$/;

/** What a family defines its endpoints with, from whichever storey: no schemas come with it. */
const KEPT = /^\.{1,2}\/(endpoint|page-paths)\.[tj]s$/;

const MODULE = new RegExp(`${CONTRACTS.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[/\\\\].*\\.[tj]s$`);

const callsOfEach = onceEach((source) => callsOf(source));
const markEachPure = onceEach((source) => markPure(source));

/**
 * Lets a bundle leave out the contracts that it does not name (making one has no effect on anything) and,
 * of endpoints, what a browser never reads. With `calls`, only what a call needs is left of a family:
 * forms of plugins check their requests, host and SDK do not, and the first screen goes without schemas.
 */
export function pureContracts({ calls }: { readonly calls: boolean }): Plugin {
  return {
    name: 'pure-contracts',
    setup(build) {
      build.onLoad({ filter: MODULE }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const isFamily = /\.contract\.[tj]s$/.test(path) && !WITH_SCHEMAS.test(path);
        return {
          contents: await (calls && isFamily ? callsOfEach(source) : markEachPure(source)),
          loader: 'ts',
          resolveDir: dirname(path),
        };
      });
      // A namespace gives `undefined` for what was left out; that must not go unnoticed.
      build.onEnd(({ warnings }) => ({
        errors: warnings.filter(({ id }) => id === 'import-is-undefined'),
      }));
    },
  };
}

/** Of a family of contracts: its endpoints without their schemas, and plain constants. */
export async function callsOf(source: string): Promise<string> {
  const bytes = Buffer.from(`;${source}`);
  const { body } = await parse(bytes.toString(), { syntax: 'typescript', target: 'es2022' });
  const base = body[0]?.span.start ?? 0;
  const leftOut = new Set([...NEVER_READ, 'request']);
  const gone = new Set<string>();
  const pieces: string[] = [];
  let from = 1;
  for (const item of body.slice(1)) {
    const [start, end] = [item.span.start - base, item.span.end - base];
    pieces.push(linesOf(bytes.subarray(from, start).toString()));
    from = end;
    const text = bytes.subarray(start, end).toString();
    if (item.type === 'ImportDeclaration') {
      const isEndpoint = KEPT.test(item.source.value);
      for (const { local } of isEndpoint ? [] : item.specifiers) gone.add(local.value);
      pieces.push(isEndpoint ? text : linesOf(text));
      continue;
    }
    const kept = await markPure(text, leftOut);
    const { body: left } = await parse(kept, { syntax: 'typescript', target: 'es2022' });
    const isGone = [...identifiers(left)].some((name) => gone.has(name));
    const declaration = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (isGone && declaration.type === 'VariableDeclaration')
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') gone.add(id.value);
    pieces.push(isGone ? linesOf(text) : kept);
  }
  return pieces.join('');
}

const linesOf = (text: string) => text.replace(/[^\n]/g, '');

/**
 * Turns `const schema = call(…)` into `const schema = @__PURE__ (() => call(…))()`, the like for what is spread or read
 * from elsewhere, and takes the parts `leftOut` out of endpoints; lines unchanged.
 */
export async function markPure(source: string, leftOut: ReadonlySet<string> = NEVER_READ): Promise<string> {
  // A first sentence of our own: places are counted from it, whatever the parser counts from.
  const bytes = Buffer.from(`;${source}`);
  const { body } = await parse(bytes.toString(), { syntax: 'typescript', target: 'es2022' });
  const base = body[0]?.span.start ?? 0;
  const at = (from: number, to: number) => bytes.subarray(from, to).toString();
  const pieces: string[] = [];
  /** Where the text goes on behind a part that is left out, with its comma; its lines stay. */
  const afterPart = (part: Part) => {
    const comma = /^\s*,/.exec(at(part.end - base, bytes.length))?.[0] ?? '';
    const end = part.end - base + Buffer.byteLength(comma);
    pieces.push(linesOf(at(part.start - base, end)));
    return end;
  };
  let from = 1;
  for (const item of body) {
    const declaration = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (declaration.type === 'FunctionDeclaration' && !leftOut.has('request'))
      for (const part of endpointsIn(declaration).flatMap(partsOf).filter(isNeverRead(leftOut))) {
        pieces.push(at(from, part.start - base));
        from = afterPart(part);
      }
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations) {
      if (!init || !('span' in init)) continue;
      // What several endpoints of a family have in common is spread into them.
      const common = leftOut.has('request') && item.type !== 'ExportDeclaration' ? membersOf(init) : [];
      const cut = [...partsOf(init), ...common].filter(isNeverRead(leftOut));
      if (!mayAct(init) && cut.length === 0) continue;
      const [start, end] = [init.span.start - base, init.span.end - base];
      pieces.push(at(from, start), '/* @__PURE__ */ (() => (');
      from = start;
      for (const part of cut) {
        pieces.push(at(from, part.start - base));
        from = afterPart(part);
      }
      pieces.push(at(from, end), '))()');
      from = end;
    }
  }
  return pieces.join('') + bytes.subarray(from).toString();
}

/** Of who may call, a browser reads whether that is everybody, and by which operation code: pages are the host's. */
function isOtherAccess(name: string, value: Expression): boolean {
  if (name !== 'access' || value.type !== 'ObjectExpression') return false;
  return value.properties.every(
    (property) =>
      property.type === 'KeyValueProperty' && property.key.type === 'Identifier' && property.key.value !== 'code',
  );
}

/** Parts of a declaration that a bundler takes for something that happens, and keeps though nobody names it. */
const ACTS = new Set([
  'CallExpression',
  'NewExpression',
  'SpreadElement',
  'MemberExpression',
  'TaggedTemplateExpression',
]);
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

function mayAct(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(mayAct);
  if (typeof node !== 'object' || node === null) return false;
  const type = 'type' in node ? String(node.type) : '';
  if (FUNCTIONS.has(type)) return false;
  return ACTS.has(type) || Object.values(node).some(mayAct);
}

const isNeverRead =
  (leftOut: ReadonlySet<string>) =>
  ({ name, value }: Part) =>
    leftOut.has(name) || isOtherAccess(name, value);

/** The calls of `defineEndpoint` in a function that makes a family's endpoints, in their order. */
function endpointsIn(node: unknown): CallExpression[] {
  if (Array.isArray(node)) return node.flatMap(endpointsIn);
  if (typeof node !== 'object' || node === null) return [];
  return isEndpoint(node) ? [node] : Object.values(node).flatMap(endpointsIn);
}

function isEndpoint(node: object): node is CallExpression {
  if (!('type' in node && node.type === 'CallExpression' && 'callee' in node)) return false;
  const { callee } = node;
  return typeof callee === 'object' && callee !== null && 'value' in callee && callee.value === 'defineEndpoint';
}

/** The parts of `defineEndpoint({…})`. */
function partsOf(init: Expression) {
  if (init.type !== 'CallExpression') return [];
  const call: CallExpression = init;
  const [definition] = call.arguments;
  if (call.callee.type !== 'Identifier' || call.callee.value !== 'defineEndpoint') return [];
  return definition === undefined ? [] : membersOf(definition.expression);
}

/** A member of `{…}`, with where it is. */
interface Part {
  readonly name: string;
  readonly value: Expression;
  readonly start: number;
  readonly end: number;
}

/** The members of `{…}` and `{…} as const`. */
function membersOf(expression: Expression): Part[] {
  if (expression.type === 'TsConstAssertion') return membersOf(expression.expression);
  if (expression.type !== 'ObjectExpression') return [];
  return expression.properties.flatMap((part) =>
    part.type === 'KeyValueProperty' && part.key.type === 'Identifier' && 'span' in part.value
      ? [{ name: part.key.value, value: part.value, start: part.key.span.start, end: part.value.span.end }]
      : [],
  );
}

/** The functions of `zod/mini` that contracts call: what plugins share of it with the host. */
export async function schemaFunctions(): Promise<string[]> {
  const paths = (await listFiles(CONTRACTS)).filter((path) => path.endsWith('.ts'));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  // `z.object(`, and the `iso` of `z.iso.datetime(`.
  const call = /\bz\s*\.(_?[a-z]\w*)(?:\.\w+)?\(/g;
  const called = texts.flatMap((text) => [...text.matchAll(call)]);
  return [...new Set(called.map(([, name = '']) => name))].sort();
}
