import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

interface Description {
  readonly capabilities: { readonly api: readonly string[] };
  readonly pages: readonly { readonly name: string; readonly path: string; readonly module: string }[];
}

/**
 * The company's own `users`, not a line of its pages changed, as somebody else would publish it: two of its pages
 * under `section` and the name `users-outside`.
 */
export function usersOutside(section: string): { readonly folder: string; remove(): void } {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache/users-outside-'));
  cpSync(join(ROOT, 'plugins/users'), folder, { recursive: true });
  const described: Description = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8'));
  const pages = described.pages
    .filter(({ name }) => name === 'UserManagement' || name === 'DepartmentManagement')
    .map((page) => ({ ...page, path: page.path.replace('UserSystem', section) }));
  const { section: ofUsers, $schema: _, ...kept } = { section: {}, $schema: '', ...described };
  const outside = {
    ...kept,
    name: 'users-outside',
    publisher: 'outside',
    pages,
    section: {
      ...ofUsers,
      path: section,
    },
    capabilities: {
      ...described.capabilities,
      api: [...described.capabilities.api, 'upload/attach', 'save/attach'],
    },
  };
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(outside));
  const opened = pages.map(({ name, module }) => `${name}: () => import('./${module.slice(4)}')`);
  writeFileSync(
    join(folder, 'src/plugin.ts'),
    `import { definePlugin } from '@kituo/sdk';
     export const plugin = definePlugin({ pages: { ${opened.join(', ')} } });`,
  );
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
