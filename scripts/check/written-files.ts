import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DOORS } from '../../sdk/src/doors/doors.ts';
import { apiReport, type Door } from './api-report.ts';
import type { WrittenFile } from './written-file.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A door may be TypeScript with or without JSX. */
function door(specifier: string, folder: string): Door {
  const stem = join(ROOT, 'sdk/src', folder, 'index');
  const file = [`${stem}.ts`, `${stem}.tsx`].find((path) => existsSync(path));
  return { specifier, file: file ?? `${stem}.ts` };
}

/** The files in git that `npm run check` compares with the source. */
export const writtenFiles: Readonly<Record<'api' | 'openapi', WrittenFile>> = {
  api: {
    name: 'docs/sdk.api.md',
    file: join(ROOT, 'docs/sdk.api.md'),
    make: () =>
      apiReport(ROOT, [
        door('@kituo/sdk', '.'),
        door('@kituo/sdk/page', 'page'),
        door('@kituo/sdk/testing', 'testing'),
        ...Object.keys(DOORS).map((name) => door(`@kituo/sdk/${name}`, `doors/${name}`)),
      ]),
  },
  openapi: {
    name: 'docs/openapi.json',
    file: join(ROOT, 'docs/openapi.json'),
    make: async () => {
      const { openApiText } = await import('../../server/src/http/openapi.ts');
      const { allRoutes } = await import('../../server/src/routes.ts');
      return openApiText(allRoutes.map(({ endpoint }) => endpoint));
    },
  },
};
