import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readSettings } from '../server/src/config/settings.ts';
import { readRegistryFile } from '../server/src/modules/registry/read-registry-file.ts';
import { RegistryFault } from '../server/src/modules/registry/registry-fault.ts';
import { explain } from './registry/explain.ts';
import { readPerson } from './registry/read-person.ts';
import { registryPlace } from './registry/registry-place.ts';
import { registrySchema } from './registry/registry-schema.ts';
import { switchPlugin, verifyRegistry } from './registry/switch-plugin.ts';

const USAGE = `npm run registry -- <what>
  list                      what the registry file says
  enable <plugin>           switches a plugin on; a running server takes it in at once
  disable <plugin>          switches a plugin off
  verify                    checks the file and every file of every enabled package
  explain <user> <plugin>   why this person gets this plugin, or does not
  schema                    writes registry.schema.json anew`;

async function run([what, first, second]: readonly string[]): Promise<number> {
  const settings = readSettings(process.env);
  const place = await registryPlace(settings.registryFile);
  if (what === 'list') {
    const { plugins } = await readRegistryFile(place.file);
    for (const [name, { enabled, version }] of Object.entries(plugins))
      console.log(`${name.padEnd(24)} ${version.padEnd(12)} ${enabled ? 'on' : 'off'}`);
    return 0;
  }
  if ((what === 'enable' || what === 'disable') && first !== undefined) {
    const isOn = what === 'enable';
    const changed = await switchPlugin(place, first, isOn);
    console.log(`${first} is ${changed ? 'now' : 'already'} ${isOn ? 'on' : 'off'}.`);
    return 0;
  }
  if (what === 'verify') {
    for (const line of await verifyRegistry(place)) console.log(line);
    return 0;
  }
  if (what === 'explain' && first !== undefined && second !== undefined) {
    const person = await readPerson(settings, first);
    if (person === null) {
      console.error(`There is nobody called ${first}.`);
      return 1;
    }
    const { verdict, sentences } = await explain(place, person, second);
    console.log(`${verdict}: ${sentences.join('\n')}`);
    return 0;
  }
  if (what === 'schema') {
    await writeFile(join(dirname(place.file), 'registry.schema.json'), await registrySchema());
    return 0;
  }
  console.error(USAGE);
  return 2;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (fault) {
  if (fault instanceof RegistryFault)
    console.error(`${fault.path}${fault.line === null ? '' : `:${fault.line}`}: ${fault.message}`);
  else console.error(fault instanceof Error ? fault.message : String(fault));
  process.exitCode = 1;
}
