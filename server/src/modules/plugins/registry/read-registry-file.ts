import { registryFile, type RegistryFile } from '@kituo/sdk/contracts';
import { readFile } from 'node:fs/promises';
import { faultOfJson, lineOfKeys } from './json-text.ts';
import { issueInWords } from './issue-words.ts';
import { RegistryFault } from './registry-fault.ts';

export interface ReadRegistry {
  readonly text: string;
  readonly plugins: RegistryFile['plugins'];
  readonly limits: RegistryFile['limits'];
  /** The line on which the file speaks of a plugin. */
  lineOf(plugin: string): number | null;
}

/** Reads and checks `registry.json`. Throws RegistryFault with the line of the first fault. */
export async function readRegistryFile(path: string): Promise<ReadRegistry> {
  const text = await readFile(path, 'utf8').catch((fault: unknown) => {
    throw new RegistryFault(`the file cannot be read: ${messageOf(fault)}`, path);
  });
  const fault = faultOfJson(text);
  if (fault !== null) throw new RegistryFault(fault.reason, path, fault.line);
  const parsed: unknown = JSON.parse(text);
  const checked = registryFile.safeParse(parsed, { reportInput: true });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const place = issue?.path.map(String) ?? [];
    throw new RegistryFault(
      `${place.join('.') || 'the file'}: ${issue ? issueInWords(issue) : 'has another form'}`,
      path,
      lineOfKeys(text, issue?.code === 'unrecognized_keys' ? [...place, ...issue.keys] : place) ?? 1,
    );
  }
  const lineOf = (plugin: string) => lineOfKeys(text, ['plugins', plugin]);
  return { text, plugins: checked.data.plugins, limits: checked.data.limits, lineOf };
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
