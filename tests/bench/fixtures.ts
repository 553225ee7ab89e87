import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildPlugin } from '../../scripts/build/plugin-build.ts';
import { CASES_SOURCE, kindOf, pageSource, PAGES_A_PLUGIN } from './fixture-pages.ts';

/** A generated plugin that was built. */
export interface GeneratedPlugin {
  readonly name: string;
  readonly version: string;
  /** Paths of its pages, as the registry offers them; every signed-in person may open them. */
  readonly paths: readonly string[];
}

/**
 * Writes and builds plugins of seven pages each (lists, forms, tables of 50 rows).
 *
 * @param folder Where the sources go. It has to lie inside the checkout, so that imports are found.
 * @param packages Where the built packages go: a `packages` folder beside a registry file.
 * @param api The API families that they declare.
 */
export async function generatePlugins(
  count: number,
  folder: string,
  packages: string,
  api: readonly string[] = [],
): Promise<GeneratedPlugin[]> {
  const made: GeneratedPlugin[] = [];
  for (let number = 0; number < count; number += 1) {
    const name = `bench-${String(number + 1).padStart(2, '0')}`;
    const paths = await writeSources(join(folder, name), name, number, api);
    const { manifest } = await buildPlugin(join(folder, name), name, packages);
    made.push({ name, version: manifest.description.version, paths });
  }
  return made;
}

async function writeSources(folder: string, name: string, number: number, api: readonly string[]): Promise<string[]> {
  const section = `Bench${number + 1}`;
  const pages = Array.from({ length: PAGES_A_PLUGIN }, (_, index) => ({
    index,
    name: `${section}Page${index + 1}`,
    file: `page-${index + 1}.page.tsx`,
  }));
  const described = pages.map((page) => ({
    name: page.name,
    path: `/AdminContent/${section}System/${page.name}`,
    titleKey: `page${page.index}`,
    module: `src/pages/${page.file}`,
    // Nobody from outside may open a page to all; the bench's person is granted each.
    always: api.length === 0,
  }));
  const description = {
    name,
    version: '1.0.0',
    sdk: '^0.1.0',
    publisher: 'bench',
    section: { path: `${section}System`, titleKey: 'section' },
    pages: described,
    locales: ['en', 'zh'],
    ...(api.length > 0 && { capabilities: { api } }),
  };
  const loaders = pages.map((page) => `    ${page.name}: () => import('./pages/${page.file}'),`);
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      name: `@kituo/plugin-${name}`,
      private: true,
      type: 'module',
    }),
    'plugin.json': JSON.stringify(description, null, 2),
    'locales/en.json': JSON.stringify(texts(number, 'en')),
    'locales/zh.json': JSON.stringify(texts(number, 'zh')),
    'src/cases.ts': CASES_SOURCE,
    'src/plugin.ts': `import { definePlugin } from '@kituo/sdk';\n\nexport const plugin = definePlugin({\n  pages: {\n${loaders.join('\n')}\n  },\n});\n`,
  };
  for (const page of pages)
    files[`src/pages/${page.file}`] = pageSource(
      `${page.name}Page`,
      kindOf(page.index),
      number * PAGES_A_PLUGIN + page.index,
    );
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return described.map(({ path }) => path);
}

const TEXTS = {
  section: ['Bench', '基准'],
  answer: ['Answered {{count}} times', '已响应 {{count}} 次'],
  search: ['Search customers', '搜索客户'],
  overdue: ['{{days}} days overdue', '逾期 {{days}} 天'],
  caseNo: ['Case', '案件'],
  customer: ['Customer', '客户'],
  outstanding: ['Outstanding', '未还金额'],
  state: ['State', '状态'],
  remark: ['Remark', '备注'],
  phone: ['Phone', '电话'],
  amount: ['Amount', '金额'],
  incomplete: ['Fill in every field', '请填写所有字段'],
  saved: ['Saved', '已保存'],
  save: ['Save', '保存'],
} as const;

function texts(number: number, language: 'en' | 'zh'): Record<string, string> {
  const column = language === 'en' ? 0 : 1;
  const common = Object.entries(TEXTS).map(([key, both]) => [key, both[column]]);
  const titles = Array.from({ length: PAGES_A_PLUGIN }, (_, index) => [
    `page${index}`,
    language === 'en' ? `Bench ${number + 1}, page ${index + 1}` : `基准 ${number + 1}，第 ${index + 1} 页`,
  ]);
  return Object.fromEntries([...common, ...titles]);
}
