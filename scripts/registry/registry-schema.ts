import { format, resolveConfig } from 'prettier';
import * as z from 'zod/mini';
import { registryFile } from '../../sdk/src/contracts/registry-file.ts';
import { ROOT } from '../build/paths.ts';

/** The JSON schema of `registry.json`, for editors; made from the schema the server checks with. */
export async function registrySchema(): Promise<string> {
  const schema = z.toJSONSchema(registryFile, { io: 'input' });
  const style = await resolveConfig(`${ROOT}/registry/registry.json`);
  const text = JSON.stringify({ title: 'Kituo plugin registry', ...schema });
  return format(text, { ...style, parser: 'json' });
}
