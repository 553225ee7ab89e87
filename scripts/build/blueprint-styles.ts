import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postcss, { type AtRule, type Container, type Declaration, type Root, type Rule } from 'postcss';
import { onceEach } from './once-each.ts';
import { ROOT } from './paths.ts';

/**
 * Which component folder of Blueprint owns the classes that begin so. The longest match wins; a class
 * that nobody owns (`bp6-dark`, `bp6-intent-primary`, `bp6-fill` …) is general and always sent.
 */
const OWNERS: readonly (readonly [prefix: string, folder: string])[] = [
  ['alert', 'alert'],
  ['breadcrumb', 'breadcrumbs'],
  ['breadcrumbs', 'breadcrumbs'],
  ['button', 'button'],
  ['button-group', 'button:group'],
  ['callout', 'callout'],
  ['card', 'card'],
  ['card-list', 'card-list'],
  ['checkbox', 'forms:control'],
  ['collapse', 'collapse'],
  ['context-menu', 'context-menu'],
  ['control', 'forms:control'],
  ['control-card', 'control-card'],
  ['control-group', 'forms:control-group'],
  ['dialog', 'dialog'],
  ['multistep-dialog', 'dialog:multistep'],
  ['dialog-step', 'dialog:multistep'],
  ['divider', 'divider'],
  ['drawer', 'drawer'],
  ['editable-text', 'editable-text'],
  ['entity-title', 'entity-title'],
  ['file-input', 'forms:file-input'],
  ['file-upload-input', 'forms:file-input'],
  ['flex-expander', 'flex-expander'],
  ['form-group', 'forms:form-group'],
  ['form-helper-text', 'forms:form-group'],
  ['hotkey', 'hotkeys'],
  ['hotkey-dialog', 'hotkeys'],
  ['html-select', 'html-select'],
  ['select', 'html-select'],
  ['html-table', 'html-table'],
  ['input', 'forms:input'],
  ['input-group', 'forms:input'],
  ['text-area', 'forms:text-area'],
  ['textarea', 'forms:text-area'],
  ['link', 'link'],
  ['menu', 'menu'],
  ['navbar', 'navbar'],
  ['non-ideal-state', 'non-ideal-state'],
  ['numeric-input', 'forms:numeric-input'],
  ['overflow-list', 'overflow-list'],
  ['overlay', 'overlay2'],
  ['panel-stack', 'panel-stack'],
  ['panel-stack2', 'panel-stack'],
  ['popover', 'popover'],
  ['progress-bar', 'progress-bar'],
  ['radio', 'forms:control'],
  ['rating', 'rating'],
  ['section', 'section'],
  ['section-card', 'section'],
  ['segmented-control', 'segmented-control'],
  ['skeleton', 'skeleton'],
  ['slider', 'slider'],
  ['range-slider', 'slider'],
  ['spinner', 'spinner'],
  ['switch', 'forms:control'],
  ['tab', 'tabs'],
  ['tabs', 'tabs'],
  ['tag', 'tag'],
  ['compound-tag', 'tag:compound'],
  ['tag-input', 'tag-input'],
  ['toast', 'toast'],
  ['tooltip', 'tooltip'],
  ['tree', 'tree'],
];

/** What a component's module file tells about the parts of its folder that are in use. */
const MODULES: readonly (readonly [module: RegExp, folder: string])[] = [
  [/\/button\/buttonGroup\.js$/, 'button:group'],
  [/\/forms\/controls\.js$/, 'forms:control'],
  [/\/forms\/controlGroup\.js$/, 'forms:control-group'],
  [/\/forms\/fileInput\.js$/, 'forms:file-input'],
  [/\/forms\/formGroup\.js$/, 'forms:form-group'],
  [/\/forms\/(inputGroup|numericInput|searchInput)\.js$/, 'forms:input'],
  [/\/forms\/textArea\.js$/, 'forms:text-area'],
  [/\/forms\/textArea\.js$/, 'forms:input'],
  [/\/forms\/numericInput\.js$/, 'forms:numeric-input'],
  [/\/dialog\/multistepDialog\.js$/, 'dialog:multistep'],
  [/\/tag\/compoundTag\.js$/, 'tag:compound'],
  [/\/tag-input\//, 'forms:input'],
  [/\/popover(-next)?\//, 'popover'],
  [/\/alert\//, 'dialog'],
  [/\/(drawer|dialog|popover|popover-next|toast|overlay)\//, 'overlay2'],
  [/\/html-select\//, 'html-select'],
];

/** Parts that the host draws by class name alone, without a component of Blueprint. */
const ALWAYS = ['skeleton', 'forms:input', 'button', 'link'];

/** The component folders that source files of `@blueprintjs/core` stand for. */
export function componentsOf(inputs: Iterable<string>): Set<string> {
  const found = new Set(ALWAYS);
  for (const input of inputs) {
    const folder = /@blueprintjs\/core\/lib\/esm\/components\/([^/]+)\//.exec(input)?.[1];
    if (folder === undefined) continue;
    found.add(folder);
    for (const [module, part] of MODULES) if (module.test(input)) found.add(part);
  }
  return found;
}

/**
 * Splits Blueprint's stylesheet by the components that need its rules. A rule goes to the first set
 * that has all the components its selector names; what no set has is left out when there is no set
 * called `null` at the end. The rules of the icon font go: Kituo's icons are SVG.
 */
export async function splitBlueprint(sets: readonly (ReadonlySet<string> | null)[]): Promise<string[]> {
  const source = await readFile(join(ROOT, 'node_modules/@blueprintjs/core/lib/css/blueprint.css'), 'utf8');
  const roots = sets.map(() => postcss.root());
  const place = (from: Container, into: readonly (Root | AtRule)[]): void => {
    from.each((node) => {
      if (node.type === 'rule') placeRule(node, sets, into);
      else if (node.type === 'atrule' && /^(media|supports|layer)$/.test(node.name)) {
        const inner = into.map(() => node.clone({ nodes: [] }));
        place(node, inner);
        inner.forEach((copy, index) => {
          if ((copy.nodes?.length ?? 0) > 0) into[index]?.append(copy);
        });
      } else if (node.type === 'atrule') into[0]?.append(node.clone());
    });
  };
  place(await readUsed(source), roots);
  return roots.map((root) => root.toString());
}

/** Parsed once for host and frames; whoever places its rules takes copies. */
const readUsed = onceEach(async (source) => {
  const parsed = postcss.parse(source);
  dropUnusedTokens(parsed);
  return parsed;
});

/** Blueprint declares its whole palette as custom properties and uses a part; Kituo has tokens of its own. */
function dropUnusedTokens(root: Root): void {
  const users = new Map<string, number>();
  const count = (text: string, by: number): void => {
    for (const [, name = ''] of text.matchAll(/var\(\s*(--[\w-]+)/g)) users.set(name, (users.get(name) ?? 0) + by);
  };
  const tokens: Declaration[] = [];
  root.walkDecls((declaration) => {
    count(declaration.value, 1);
    if (declaration.prop.startsWith('--')) tokens.push(declaration);
  });
  // A token may be made of others, so again until nothing more goes.
  for (let left = tokens, before = Infinity; left.length < before;) {
    before = left.length;
    left = left.filter((declaration) => {
      if ((users.get(declaration.prop) ?? 0) > 0) return true;
      count(declaration.value, -1);
      declaration.remove();
      return false;
    });
  }
}

function placeRule(rule: Rule, sets: readonly (ReadonlySet<string> | null)[], into: readonly (Root | AtRule)[]): void {
  const bySet = new Map<number, string[]>();
  for (const selector of rule.selectors) {
    if (/\.bp6-icon-[\w-]+:{1,2}before$/.test(selector)) continue;
    const needed = neededBy(selector);
    const index = sets.findIndex((set) => set === null || needed.every((part) => set.has(part)));
    if (index >= 0) bySet.set(index, [...(bySet.get(index) ?? []), selector]);
  }
  for (const [index, selectors] of bySet) into[index]?.append(rule.clone({ selectors }));
}

function neededBy(selector: string): string[] {
  const names = selector.replace(/:not\([^)]*\)/g, '').matchAll(/\.bp6-([\w-]+)/g);
  return [...names].map(([, name = '']) => ownerOf(name)).filter((owner) => owner !== null);
}

const owners = new Map<string, string | null>();

function ownerOf(name: string): string | null {
  const known = owners.get(name);
  if (known !== undefined) return known;
  const found = OWNERS.filter(([p]) => name === p || name.startsWith(`${p}-`)).sort(
    ([a], [b]) => b.length - a.length,
  )[0];
  const owner = found?.[1] ?? null;
  owners.set(name, owner);
  return owner;
}
