import { checkWrittenFile } from './check/written-file.ts';
import { writtenFiles } from './check/written-files.ts';
import { runCommand } from './test/command.ts';
import { staticCommands } from './test/static-suites.ts';

// npm run check [-- [--write] [name ...]]: the checks that need neither database nor browser.
// --write brings docs/sdk.api.md and docs/openapi.json up to date and formats the tree; what only looks is left out then.
const words = process.argv.slice(2);
const write = words.includes('--write');
const names = words.filter((word) => !word.startsWith('--'));
const isWanted = (name: string) => names.length === 0 || names.includes(name);

let failures = 0;
const tell = (name: string, fault: string | undefined) => {
  console.log(fault === undefined ? `✓ ${name}` : `✗ ${name}\n${fault.trimEnd()}\n`);
  if (fault !== undefined) failures += 1;
};

for (const [name, file] of Object.entries(writtenFiles)) {
  if (isWanted(name)) tell(name, await checkWrittenFile(file, write));
}
for (const { name, args, writeArgs, env = {} } of staticCommands) {
  if (!isWanted(name) || (write && !writeArgs)) continue;
  const { code, output } = await runCommand(write && writeArgs ? writeArgs : args, { env });
  tell(name, code === 0 ? undefined : output);
}
process.exitCode = failures === 0 ? 0 : 1;
