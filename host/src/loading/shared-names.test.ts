import { expect, test } from 'vitest';
import type { ImportMap } from './module-loader.ts';
import { sharedNamesOf } from './shared-names.ts';

const hash = 'A'.repeat(43);
const fileOf = (stem: string, ending = 'js') => `${stem}.${hash}.${ending}`;
const react = { entry: fileOf('react'), files: [], styles: [] };
const table = { entry: fileOf('table'), files: [fileOf('table')], styles: [fileOf('table', 'css')] };

function setUp(answers: readonly (object | 'dead')[]) {
  const maps: ImportMap[] = [];
  const asked: string[] = [];
  const left = [...answers];
  const shared = sharedNamesOf(
    { shared: { react }, sharedFile: fileOf('shared', 'json') },
    {
      modules: {
        addImportMap: (map) => maps.push(map),
        importModule: () => Promise.resolve({}),
        forget: () => undefined,
      },
      files: {
        async fetchJson({ url }) {
          asked.push(url);
          const answer = left.shift();
          if (answer === undefined || answer === 'dead') throw new TypeError('failed to fetch');
          return answer;
        },
      },
    },
  );
  return { shared, asked, names: () => maps.flatMap(({ imports }) => Object.keys(imports)) };
}

test('what the document lists can be imported at once', async () => {
  const { shared, asked, names } = setUp([]);
  await shared.ready(['react']);
  expect(names()).toEqual(['react']);
  expect(asked).toEqual([]);
});

test('who names something else waits for the rest, which is read once', async () => {
  const { shared, asked, names } = setUp([{ react, table }]);
  expect(shared.filesOf(['table']).scripts).toEqual([]);
  await Promise.all([shared.ready(['react', 'table']), shared.ready(['table']), shared.complete()]);
  expect(asked).toEqual([`/host/${fileOf('shared', 'json')}`]);
  expect(names()).toContain('table');
  expect(shared.filesOf(['table'])).toEqual({
    scripts: [{ url: `/host/${fileOf('table')}`, integrity: expect.stringMatching(/^sha256-/) }],
    styles: [{ url: `/host/${fileOf('table', 'css')}`, integrity: expect.stringMatching(/^sha256-/) }],
  });
});

test('a rest that could not be read is asked for again', async () => {
  const { shared, asked } = setUp(['dead', { react, table }]);
  await expect(shared.ready(['table'])).rejects.toThrow('failed to fetch');
  await shared.ready(['table']);
  expect(asked).toHaveLength(2);
});
