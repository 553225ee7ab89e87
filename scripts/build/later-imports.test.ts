import { expect, test } from 'vitest';
import { writeOutNames } from './blueprint-names.ts';
import { exportedNames, importLater, SDK_LATER } from './later-imports.ts';

test('takes what no first screen needs out of an import, and keeps lines and types', () => {
  const text = `import {\n  Button,\n  Tag as Label,\n  type Toast,\n} from '@kituo/sdk';\nconst a = 1;`;
  expect(importLater(text, new Set(['Tag']))).toBe(
    `import { Button } from '@kituo/sdk';import { Tag as Label } from '@kituo/sdk/later';\n\n\n\n\nconst a = 1;`,
  );
  expect(importLater(text, new Set(['Dialog']))).toBe(text);
});

test('knows the names that the SDK offers to pages alone, those passed on whole too', () => {
  const names = exportedNames(SDK_LATER);
  for (const name of ['Tag', 'FilePicker', 'validateFile', 'upload']) expect(names).toContain(name);
  expect(names).not.toContain('UploadOptions');
  expect(names).not.toContain('Button');
});

test('writes class names and messages out in components of Blueprint, and nowhere else', () => {
  const path = '/x/node_modules/@blueprintjs/core/lib/esm/components/tag/tag.js';
  const text = `import { Classes, Utils } from "../../common";\nimport { CLAMP_MIN_MAX } from "../../common/errors";\nuse(Classes.TAG, Classes.intentClass(x), CLAMP_MIN_MAX, Utils);`;
  const written = writeOutNames(text, path);
  expect(written.split('\n')).toHaveLength(3);
  expect(written).toContain('use("bp6-tag", classFunctions.intentClass(x), CLAMP_MIN_MAX, Utils);');
  expect(written).toContain('const CLAMP_MIN_MAX = "[Blueprint] clamp');
  expect(written).not.toMatch(/import \{[^}]*Classes/);
  expect(writeOutNames(text, '/x/sdk/src/a.tsx')).toBe(text);
  const grid = 'import * as Classes from "./classes";\nuse(Classes.TABLE_LAST_IN_ROW);';
  const table = '/x/node_modules/@blueprintjs/table/lib/esm';
  expect(writeOutNames(grid, `${table}/common/grid.js`)).toBe('\nuse("bp6-table-last-in-row");');
  expect(writeOutNames(grid, `${table}/table.js`)).toBe(grid);
});
