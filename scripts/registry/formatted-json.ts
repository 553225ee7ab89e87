import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { ROOT } from '../build/paths.ts';

/** JSON as the formatter leaves it: a file that is written so passes its check. */
export async function formattedJson(value: unknown): Promise<string> {
  const style: FormatConfig = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format('made.json', JSON.stringify(value), style);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
