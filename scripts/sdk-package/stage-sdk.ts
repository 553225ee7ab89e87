import { build } from 'esbuild';
import { chmod, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../build/paths.ts';
import { TEMPLATES } from '../plugin/create.ts';
import { packedDescription } from './packed-description.ts';
import { compileModules, emitTypes } from './sdk-modules.ts';

const README = `# @kituo/sdk

What plugins of Kituo import, the kit that tests them without a server, and the command \`kituo-plugin\`.

    npm exec --package=./kituo-sdk-VERSION.tgz -- kituo-plugin create my-section

\`docs/write-a-plugin.md\` leads from an empty folder to a page in somebody's menu, \`docs/plugins-and-frames.md\` says what
a plugin may do, \`docs/texts.md\` and \`docs/uploads.md\` are about texts and files. \`examples/merchant-service\` is a section
with a service of its own.
`;

/** What authors read, of `docs`; a test holds that every file they name is in the tarball. */
const GUIDES = ['write-a-plugin.md', 'plugins-and-frames.md', 'texts.md', 'uploads.md'];

const BIN = join(import.meta.dirname, 'bin');

/** Makes the folder that the SDK's tarball is packed from. Without `types` it is there in a second. */
export async function stageSdk(folder: string, { types }: { types: boolean }): Promise<void> {
  const fresh = `${folder}.${process.pid}.tmp`;
  await rm(fresh, { recursive: true, force: true });
  const description = await packedDescription();
  const write = async (path: string, text: string) => {
    await mkdir(join(fresh, path, '..'), { recursive: true });
    await writeFile(join(fresh, path), text);
  };
  await Promise.all([
    write('package.json', `${JSON.stringify(description, null, 2)}\n`),
    write('README.md', README.replace('VERSION', description.version)),
    ...['kituo-plugin.mjs', 'which-node.mjs'].map((file) => cp(join(BIN, file), join(fresh, 'bin', file))),
    compileModules(join(fresh, 'dist')),
    bundleCommand(join(fresh, 'dist/cli')),
    cp(join(ROOT, 'sdk/locales'), join(fresh, 'locales'), { recursive: true }),
    cp(join(ROOT, 'schemas/plugin.schema.json'), join(fresh, 'schemas/plugin.schema.json')),
    cp(join(ROOT, 'docs/sdk.api.md'), join(fresh, 'sdk.api.md')),
    ...GUIDES.map((name) => cp(join(ROOT, 'docs', name), join(fresh, 'docs', name))),
    cp(join(ROOT, 'examples/merchant-service'), join(fresh, 'examples/merchant-service'), { recursive: true }),
    ...Object.keys(TEMPLATES).map((name) =>
      cp(join(ROOT, 'examples', name), join(fresh, 'templates', name), { recursive: true }),
    ),
  ]);
  await chmod(join(fresh, 'bin/kituo-plugin.mjs'), 0o755);
  if (types) emitTypes(join(fresh, 'dist'));
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
}

/** The command in one file: the tree's own build, the server's own checks. Packages stay packages. */
async function bundleCommand(out: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: { 'kituo-plugin': 'scripts/plugin/main.ts' },
    outdir: out,
    bundle: true,
    // Rarely used commands come when they are called for.
    splitting: true,
    format: 'esm',
    platform: 'node',
    // A plugin is created with an older one than it is built with.
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
}
