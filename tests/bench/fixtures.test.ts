import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/paths.ts';
import { verifyPackage } from '../../server/src/modules/plugins/registry/verify-package.ts';
import { generatePlugins } from './fixtures.ts';

test('generated plugins build and verify like real ones', async () => {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const work = await mkdtemp(join(ROOT, '.cache', 'bench-fixtures-'));
  try {
    const plugins = await generatePlugins(2, join(work, 'plugins'), join(work, 'packages'));
    expect(plugins.map(({ name }) => name)).toEqual(['bench-01', 'bench-02']);
    for (const { name, version, paths } of plugins) {
      const { manifest } = await verifyPackage(join(work, 'packages'), name, version);
      expect(paths).toHaveLength(7);
      expect(manifest.pages).toHaveLength(7);
      expect(manifest.shared).toContain('@kituo/sdk');
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
});
