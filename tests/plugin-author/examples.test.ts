import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEMPLATES } from '../../scripts/plugin/create.ts';
import { AuthorsFolder, saidBy } from './authors-folder.ts';

const NAMES = Object.keys(TEMPLATES);

let folder: AuthorsFolder;
beforeAll(async () => {
  folder = await AuthorsFolder.make();
  for (const name of NAMES) {
    const { code, text } = await folder.run(
      '.',
      'create',
      `my-${name}`,
      '--template',
      name,
      '--publisher',
      'nairobi-loans',
    );
    expect(text).toContain('npm install');
    expect(code).toBe(0);
  }
});
afterAll(() => folder.remove());

const change = async (path: string, edit: (text: string) => string) => {
  const file = join(folder.path, path);
  const before = await readFile(file, 'utf8');
  expect(edit(before)).not.toBe(before);
  await writeFile(file, edit(before));
  return () => writeFile(file, before);
};

test('the SDK brings the guides and the service that they name', async () => {
  const sdk = join(folder.path, 'node_modules/@kituo/sdk');
  const readme = await readFile(join(sdk, 'README.md'), 'utf8');
  const guides = [...readme.matchAll(/`(docs\/[a-z-]+\.md)`/g)].map(([, path = '']) => path);
  expect(guides).toContain('docs/write-a-plugin.md');
  for (const guide of guides) {
    const text = await readFile(join(sdk, guide), 'utf8');
    for (const [, path = ''] of text.matchAll(/\]\(([^)#:]+)[^)]*\)/g)) {
      if (!path.startsWith('http'))
        expect(existsSync(join(sdk, guide, '..', path)), `${guide} names ${path}`).toBe(true);
    }
    for (const [path] of text.matchAll(/examples\/[a-z-]+/g)) expect(existsSync(join(sdk, path)), path).toBe(true);
  }
});

describe('the five templates, outside the tree', () => {
  test.each(NAMES)('%s is built and passes the checks of the server', async (name) => {
    const { code, text } = await folder.run(`my-${name}`, 'verify');
    expect(text).toContain(`my-${name} 0.1.0 is in order.`);
    expect(code).toBe(0);
    const pluginJson = await readFile(join(folder.path, `my-${name}/plugin.json`), 'utf8');
    expect(JSON.parse(pluginJson)).toMatchObject({
      name: `my-${name}`,
      publisher: 'nairobi-loans',
      $schema: './node_modules/@kituo/sdk/schemas/plugin.schema.json',
    });
    expect(pluginJson).not.toMatch(/example/i);
  });

  /** Runs the tests of the templates as their authors do; those of some folders alone, where they are named. */
  const ownTests = async (...folders: string[]) => {
    const config = `export default { test: {
      environment: 'jsdom', include: ['my-*/src/**/*.test.tsx'], isolate: false, maxWorkers: 1, testTimeout: 20_000,
    } };\n`;
    await writeFile(join(folder.path, 'vitest.config.js'), config);
    const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
    return await saidBy(
      spawn(process.execPath, [vitest, 'run', ...folders], {
        cwd: folder.path,
        env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      }),
    );
  };

  // One vitest for all: starting five costs more than their tests.
  test('their own tests pass with the packed kit', async () => {
    const { code, text } = await ownTests();
    expect(text).toMatch(/Tests {2}12 passed \(12\)/);
    expect(code).toBe(0);
    // A vitest of its own.
  }, 240_000);

  test('a text that is missing fails the tests of the page that asks for it', async () => {
    const restore = await change('my-list/locales/en.json', (text) => text.replace('"subject":', '"subjectGone":'));
    const { code, text } = await ownTests('my-list');
    await restore();
    expect(text).toContain('has no en text for "field.subject": add it to locales/en.json');
    expect(code).toBe(1);
  }, 240_000);
});

describe('what an author may get wrong', () => {
  test('a folder that is in use, a name that is none, a template that there is not', async () => {
    for (const [words, sentence] of [
      [['my-list'], 'my-list is not empty. Nothing was written.'],
      [['My_Plugin'], 'A plugin is called by its folder'],
      [['fine', '--template', 'map'], 'There is no template map. There are: list, list-detail'],
      [['fine', '--sdk', './gone.tgz'], 'There is no file ./gone.tgz'],
    ] as const) {
      const { code, text } = await folder.run('.', 'create', ...words);
      expect(text).toContain(sentence);
      expect(code).toBe(1);
    }
  });

  test('a call that was not declared is refused as the server would, with what to write', async () => {
    const restore = await change('my-report/plugin.json', (text) => text.replace('"user/home/"', '"order/"'));
    const { code, text } = await folder.run('my-report', 'verify');
    await restore();
    expect(text).toContain('Refused (capability): it calls user/ without declaring it');
    expect(text).toContain('"capabilities.api" in plugin.json');
    expect(code).toBe(1);
  });

  test('a name that the SDK does not have is said before anybody opens the page', async () => {
    const undo = await change('my-list/src/plugin.ts', (text) =>
      text.replace(/^/, "import { definePluginn } from '@kituo/sdk';\nconsole.log(definePluginn);\n"),
    );
    const { code, text } = await folder.run('my-list', 'verify');
    expect(text).toContain('my-list imports what the SDK does not have:\ndefinePluginn is not in @kituo/sdk');
    expect(code).toBe(1);
    await undo();
  });

  test('a text that no language has is said with the page that asks for it', async () => {
    const page = join(folder.path, 'my-list/src/plugin.ts');
    const before = await readFile(page, 'utf8');
    await writeFile(
      page,
      `import { useText } from '@kituo/sdk';\n${before}\nexport function Lost() {\n  const t = useText();\n  return t('lost.title');\n}\n`,
    );
    const { code, text } = await folder.run('my-list', 'verify');
    expect(text).toContain('Texts are missing in locales/*.json:\nsrc/plugin.ts asks for lost.title');
    expect(code).toBe(1);
    await writeFile(page, before);
  });

  test('faults are told with the author’s own paths', async () => {
    const restore = await change(
      'my-report/src/figures.ts',
      (text) => `import '../../my-list/src/plugin.ts';\n${text}`,
    );
    const other = await folder.run('my-report', 'build');
    await restore();
    expect(other.text).toContain('src/figures.ts imports ../../my-list/src/plugin.ts');
    expect(other.code).toBe(1);
    const mend = await change('my-list/locales/zh.json', (text) => text.replace(/"none".*\n/, ''));
    const missing = await folder.run('my-list', 'build');
    await mend();
    expect(missing.text.trim()).toBe('locales/zh.json lacks none');
  });

  test('a command in a folder without a plugin says where it belongs', async () => {
    const { code, text } = await folder.run('.', 'build');
    expect(text).toContain('There is no plugin.json here.');
    expect(code).toBe(1);
  });
});
