import type { SdkHome } from './sdk-home.ts';

/** What a project has beside the plugin itself, by path. */
export function projectFiles({
  name,
  home,
  sdk,
}: {
  readonly name: string;
  readonly home: SdkHome;
  readonly sdk: string;
}): Readonly<Record<string, string>> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'package.json': json({
      name,
      version: '0.1.0',
      private: true,
      type: 'module',
      engines: { node: '>=20' },
      scripts: {
        dev: 'kituo-plugin dev',
        build: 'kituo-plugin build',
        test: 'tsc --noEmit && kituo-plugin test',
        verify: 'kituo-plugin verify',
      },
      devDependencies: { '@kituo/sdk': sdk, ...home.tools },
      // Packages whose install scripts npm is to run.
      allowScripts: { '@swc/core': true, esbuild: true, node: true },
    }),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable'],
        module: 'preserve',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        strict: true,
        noUncheckedIndexedAccess: true,
        allowImportingTsExtensions: true,
        verbatimModuleSyntax: true,
        resolveJsonModule: true,
        skipLibCheck: true,
        noEmit: true,
        types: ['node'],
      },
      include: ['src'],
    }),
    'src/styles.d.ts': "declare module '*.css';\n",
    'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    // A machine that builds meanwhile is slow.
    testTimeout: 20_000,
  },
});
`,
    '.gitignore': 'node_modules/\ndist/\n*.pem\n',
    'README.md': `# ${name}

    npm install
    npm test           types, then tests against the fake host
    npm run dev        serves it on this machine; try it in the console
    npm run verify     builds it and makes the checks that the server makes

\`npx kituo-plugin\` lists the commands. \`plugin.json\` says what the plugin offers; an editor completes it.
`,
  };
}
