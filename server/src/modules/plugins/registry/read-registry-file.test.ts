import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRegistryFile } from './read-registry-file.ts';
import { RegistryFault } from './registry-fault.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kituo-registry-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function faultOf(text: string): Promise<[string, number | null]> {
  const path = join(folder, 'registry.json');
  await writeFile(path, text);
  const fault: unknown = await readRegistryFile(path).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (fault instanceof RegistryFault) return [fault.message, fault.line];
  throw new Error(`expected a RegistryFault, got ${String(fault)}`);
}

/** One plugin, its entry on lines 4 and 5. */
const entry = (enabled: string, rest = '"version": "1.0.0"') =>
  `{\n  "plugins": {\n    "home": {\n      "enabled": ${enabled},\n      ${rest}\n    }\n  }\n}\n`;

test.each([
  ['{"plugins": {\n', 'not JSON', 2],
  ['{\n  "plugins": {}\n  "limits": {}\n}\n', 'not JSON: a comma is missing', 2],
  ['{\n  "plugins": {},\n}\n', 'a comma is too many', 3],
  ['{\n  // ours\n  "plugins": {}\n}\n', 'JSON has no comments', 2],
  [entry('true', '"version": "1.0.0",\n      "enabled": false'), 'plugins.home.enabled is named twice', 6],
  [
    `{\n  "plugins": {\n    "audit": { "enabled": true, "version": "1.0.0", "rollout": { "version": "1.1.0", "roles": ["home"] } },\n    "home": { "version": "1.0.0" },\n    "users": { "enabled": true, "version": "1.0.0" }\n  }\n}\n`,
    'plugins.home.enabled: is missing',
    4,
  ],
  ['[]', 'the file: found [], expected an object in { }', 1],
  ['{}', 'plugins: is missing; expected an object in { }', 1],
  [entry('"yes"'), 'plugins.home.enabled: found "yes", expected true or false', 4],
  [entry('true', '"version": 1'), 'plugins.home.version: found 1, expected a text in quotes', 5],
  [entry('true', '"verison": "1.0.0"'), 'plugins.home.version: is missing', 3],
  [entry('true', '"version": "1.0.0", "shown": true'), 'plugins.home: has shown, which nothing reads', 5],
  [
    entry('true', '"version": "1.0.0", "rollout": { "version": "1.1.0", "percent": 120 }'),
    'plugins.home.rollout.percent: found 120, expected 100 at most',
    5,
  ],
])('says what stands there and what should: %#', async (text, sentence, line) => {
  const [message, foundOn] = await faultOf(text);
  expect(message).toContain(sentence);
  expect(foundOn).toBe(line);
});
