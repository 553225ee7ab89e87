import { writeFile } from 'node:fs/promises';
import { allRoutes } from '../routes.ts';
import { openApiText } from './openapi.ts';

// node server/src/http/write-openapi.ts
const file = new URL('../../../docs/openapi.json', import.meta.url);
await writeFile(file, openApiText(allRoutes.map(({ endpoint }) => endpoint)));
