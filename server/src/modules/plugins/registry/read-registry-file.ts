import { registryFile, type RegistryFile } from '@kituo/sdk/contracts';
import { readFile } from 'node:fs/promises';
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
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (fault) {
    throw new RegistryFault(`not JSON: ${messageOf(fault)}`, path, jsonFaultLine(text, fault));
  }
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

/** The line of a nested key, found by looking for each key after the one before it. */
function lineOfKeys(text: string, keys: readonly string[]): number | null {
  let from = 0;
  for (const key of keys) {
    const found = text.indexOf(JSON.stringify(key), from);
    if (found < 0) break;
    from = found;
  }
  return from === 0 ? null : lineAt(text, from);
}

/** The line in which JSON.parse found a fault: its message names a place, or the end of the text. */
function jsonFaultLine(text: string, fault: unknown): number {
  const message = messageOf(fault);
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return lineAt(text, position === undefined ? text.length : Number(position));
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
