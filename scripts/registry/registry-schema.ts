import * as z from 'zod/mini';
import { registryFile } from '../../sdk/src/contracts/registry-file.ts';

/** The JSON schema of `registry.json`, for editors; made from the schema the server checks with. */
export function registrySchema(): string {
  const schema = z.toJSONSchema(registryFile, { io: 'input' });
  return `${JSON.stringify({ title: 'Kituo plugin registry', ...schema }, null, 2)}\n`;
}
