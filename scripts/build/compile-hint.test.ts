import { transform } from '@swc/core';
import { SourceMap } from 'node:module';
import { expect, it } from 'vitest';
import { COMPILE_WHOLE, compiledWhole, uncompiled } from './compile-hint.ts';

it('puts the hint where a browser looks for it, and every place of the source map a line further down', async () => {
  const made = await transform('const first = 1;\n\nexport const second = () => first;\n', {
    filename: 'page.js',
    sourceMaps: true,
    configFile: false,
    swcrc: false,
    module: { type: 'systemjs' },
  });
  const { code, map = '' } = compiledWhole(made);
  expect(code).toBe(`${COMPILE_WHOLE}${made.code}`);
  const lines = code.split('\n');
  const line = lines.findIndex((text) => text.includes('first = 1'));
  const at = new SourceMap(JSON.parse(map)).findEntry(line, lines[line]?.indexOf('1') ?? -1);
  expect(at).toMatchObject({ originalLine: 0 });
  expect(lines[0]).toBe('//# allFunctionsCalledOnLoad');
  expect(uncompiled({ code, map })).toEqual({ code: made.code, map: expect.any(String) });
  expect(JSON.parse(uncompiled({ code, map }).map ?? '')).toEqual(JSON.parse(made.map ?? ''));
});

it('goes without a map where there is none', () => {
  expect(compiledWhole({ code: 'f();' })).toEqual({ code: `${COMPILE_WHOLE}f();` });
});
