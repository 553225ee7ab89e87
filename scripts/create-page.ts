import { parseArgs } from 'node:util';
import { BuildError } from './build/build-error.ts';
import { ROOT } from './build/paths.ts';
import { createPage } from './page/create-page.ts';
import { STOREYS } from './page/page-names.ts';
import { runCommand } from './test/command.ts';

const USAGE = `npm run create-page -- <plugin> <Page>
  writes a list with form, detail, history and export: contract, server module, migration, page, texts, tests and
  rows of demonstration. What it writes is yours to edit.
  --storey    where the module stands: ${STOREYS.join(', ')}
  --module    its folder; the page's name unless said
  --section   the section of the menu, where the plugin is new and the menu does not name the page
  --code      the operation that saving takes, such as schedule:plan:save
  --title, --title-zh   what the page is called, where the menu does not name it`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      storey: { type: 'string' },
      module: { type: 'string' },
      section: { type: 'string' },
      code: { type: 'string' },
      title: { type: 'string' },
      'title-zh': { type: 'string' },
    },
  });
  const [plugin, page] = positionals;
  if (plugin === undefined || page === undefined) throw new BuildError(USAGE);
  const { 'title-zh': titleZh, ...options } = values;
  const { place, created, changed } = await createPage(ROOT, { plugin, page, titleZh, ...options });
  const paths = [...created, ...changed].filter((path) => path !== 'package-lock.json');
  for (const args of [
    ['node_modules/oxfmt/bin/oxfmt', ...paths],
    ['scripts/check.ts', '--write', 'openapi'],
  ]) {
    const { code, output } = await runCommand(args);
    if (code !== 0) throw new BuildError(output);
  }
  for (const path of created) console.log(`created  ${path}`);
  for (const path of [...changed, 'docs/openapi.json']) console.log(`changed  ${path}`);
  console.log(`\n${place.path}, saved with ${place.code}. Next: npm test -- types style, then npm run dev`);
} catch (fault) {
  const isForPeople = fault instanceof BuildError || (fault instanceof TypeError && 'code' in fault);
  if (!isForPeople) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
