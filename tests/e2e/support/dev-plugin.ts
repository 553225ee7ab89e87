import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevServer } from '../../../scripts/plugin/dev-server.ts';

const description = {
  name: 'cash-up',
  version: '0.1.0',
  sdk: '^0.1.0',
  publisher: 'nairobi-loans',
  section: { path: 'CashUp', titleKey: 'title' },
  pages: [
    {
      name: 'CashUp',
      path: '/AdminContent/CashUp/CashUp',
      titleKey: 'title',
      module: 'src/pages/cash-up.page.tsx',
    },
  ],
  locales: ['en', 'zh'],
};

/** The page with a heading, a box and a count that lives in its state, in a part of its own. */
export const cashUpPage = (heading: string, more = ''): string => `
import { useState } from 'react';
function Tally() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>Counted {count}</button>;
}
export function CashUpPage() {
  const [typed, setTyped] = useState('');
  ${more}
  return (
    <div>
      <h1>${heading}</h1>
      <input aria-label="Till" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Tally />
    </div>
  );
}
`;

/** A plugin on its author's machine, served as "kituo-plugin dev" does. */
export async function devPlugin(console: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kituo-dev-'));
  mkdirSync(join(folder, 'src/pages'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const save = (page: string) => writeFileSync(join(folder, 'src/pages/cash-up.page.tsx'), page, 'utf8');
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(description));
  for (const language of description.locales)
    writeFileSync(
      join(folder, `locales/${language}.json`),
      JSON.stringify({ title: language === 'zh' ? '收银' : 'Cash up' }),
    );
  writeFileSync(
    join(folder, 'src/plugin.ts'),
    `import { definePlugin } from '@kituo/sdk';
     export const plugin = definePlugin({ pages: { CashUp: () => import('./pages/cash-up.page.tsx') } });`,
  );
  save(cashUpPage('Cash up one'));
  const server = await startDevServer({
    folder,
    port: 0,
    origins: [console],
    tell: () => undefined,
  });
  return {
    origin: server.origin,
    save,
    async end() {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
