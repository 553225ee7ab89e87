import { type AnyNode, type CallExpression, parse, type Program, type Token } from 'acorn';
import { full } from 'acorn-walk';
import { PublishRefusal } from './refusal.ts';

/** What a script was found to use. */
export interface ScriptFacts {
  /** Names the host provides that it imports. */
  readonly shared: readonly string[];
  /** Files of the package that it imports, at once or later. */
  readonly files: readonly string[];
  /** First parts of the API paths that its endpoints name: `user/`. */
  readonly families: readonly string[];
}

const REACT_INTERNALS = /__(CLIENT|SERVER|SECRET)_INTERNALS_/;
const API_PATH = /^([a-zA-Z][\w-]*\/)[\w{}/.-]+$/;

/**
 * A script of a package is one `System.register(names, declare)` and nothing beside it, imports what may be
 * imported by names written out, and does not reach into React.
 * @throws PublishRefusal script
 */
export function checkScript(file: string, text: string, allowed: ReadonlySet<string>): ScriptFacts {
  const refuse = (what: string, mend = BUILD_IT) => new PublishRefusal('script', `${file} ${what}`, mend);
  const program = parsed(file, text);
  const register = registration(program);
  if (register === null) throw refuse('is not one System.register(...)');
  const [names, declare] = register.arguments;
  if (names?.type !== 'ArrayExpression' || declare?.type !== 'FunctionExpression')
    throw refuse('registers itself in another way');
  const shared: string[] = [];
  const files: string[] = [];
  const take = (name: unknown) => {
    if (typeof name !== 'string') throw refuse('imports something that is not written out');
    if (/^\.\/[A-Za-z0-9_.-]+$/.test(name)) files.push(name.slice(2));
    else if (allowed.has(name)) shared.push(name);
    else
      throw refuse(
        `imports ${JSON.stringify(name.slice(0, 80))}`,
        `The host provides ${[...allowed].join(', ')}; everything else has to be bundled.`,
      );
  };
  for (const element of names.elements) take(element?.type === 'Literal' ? element.value : undefined);
  const [, context] = declare.params;
  const contextName = context?.type === 'Identifier' ? context.name : null;
  const families = new Set<string>();
  full(program, (node) => {
    if (node.type === 'ImportExpression') throw refuse('imports by itself, past the host');
    if (node.type === 'Property') noteFamily(node, families);
    if (node.type === 'CallExpression' && isImportOf(node, contextName)) {
      const [argument] = node.arguments;
      take(argument?.type === 'Literal' ? argument.value : undefined);
    }
  });
  return { shared, files, families: [...families] };
}

const BUILD_IT = 'Build it with "kituo-plugin build".';

/** Names and texts are looked at as they are read, whatever escapes they were written with. */
function parsed(file: string, text: string): Program {
  const onToken = (token: Token): void => {
    const value: unknown = 'value' in token ? token.value : undefined;
    if (typeof value === 'string' && REACT_INTERNALS.test(value))
      throw new PublishRefusal(
        'script',
        `${file} reaches into React`,
        'Use what react and @kituo/sdk export; where a bundled package does it, take another version of it.',
      );
  };
  try {
    return parse(text, { ecmaVersion: 2022, sourceType: 'script', onToken });
  } catch (fault) {
    if (fault instanceof PublishRefusal) throw fault;
    const why = fault instanceof Error ? fault.message : String(fault);
    throw new PublishRefusal('script', `${file} is not a script: ${why.slice(0, 120)}`, BUILD_IT);
  }
}

function registration(program: Program): CallExpression | null {
  const [only, ...more] = program.body;
  if (more.length > 0 || only?.type !== 'ExpressionStatement') return null;
  const { expression } = only;
  if (expression.type !== 'CallExpression' || expression.arguments.length !== 2) return null;
  const { callee } = expression;
  const isRegister =
    callee.type === 'MemberExpression' &&
    !callee.computed &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'System' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'register';
  return isRegister ? expression : null;
}

/** `context.import(...)`, as the build writes `import(...)`. */
function isImportOf(node: CallExpression, context: string | null): boolean {
  const { callee } = node;
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === context &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'import'
  );
}

/** An endpoint is `{ method: 'POST', path: 'user/getUserList', … }`, whichever comes first. */
function noteFamily(node: AnyNode & { type: 'Property' }, families: Set<string>): void {
  const isPath = node.key.type === 'Identifier' && node.key.name === 'path';
  if (!isPath || node.value.type !== 'Literal' || typeof node.value.value !== 'string') return;
  const family = API_PATH.exec(node.value.value)?.[1];
  if (family !== undefined) families.add(family);
}
