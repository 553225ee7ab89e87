import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { AuthorsFolder } from './authors-folder.ts';

const devEvent = z.object({ type: z.string(), build: z.number(), message: z.optional(z.string()) });
const devPlugin = z.object({ build: z.number(), manifest: pluginManifest });

let folder: AuthorsFolder;
let dev: ChildProcess;
let origin = '';

beforeAll(async () => {
  folder = await AuthorsFolder.make();
  await folder.run('.', 'create', 'visits', '--template', 'list');
  dev = folder.start('visits', 'dev', '--port', '0', '--console', 'https://console.example/x');
  origin = await new Promise<string>((resolve, reject) => {
    let said = '';
    dev.stdout?.on('data', (part: Buffer) => {
      said += part.toString('utf8');
      const found = /http:\/\/localhost:\d+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
    dev.on('exit', () => reject(new Error(said)));
  });
});
afterAll(async () => {
  const ended = new Promise((resolve) => dev.once('exit', resolve));
  dev.kill('SIGTERM');
  expect(await ended).toBe(0);
  await folder.remove();
});

const get = (path: string, from?: string) =>
  fetch(origin + path, from === undefined ? {} : { headers: { origin: from } });
const plugin = async () => devPlugin.parse(await (await get('/plugin.json')).json());
const edit = async (path: string, change: (text: string) => string) => {
  const file = join(folder.path, 'visits', path);
  await writeFile(file, change(await readFile(file, 'utf8')));
};

test('what is saved is built and told, a fault too, and a console still finds files of builds before', async () => {
  const stop = new AbortController();
  const stream = await fetch(`${origin}/events`, { signal: stop.signal });
  const events = readLines(stream);
  const next = async () => devEvent.parse((await events.next()).value);
  /** What is notified of that build; a busy machine tells of earlier ones, too. */
  const toldOf = async (build: number) => {
    for (;;) {
      const event = await next();
      if (event.build >= build) return event;
    }
  };
  const before = await plugin();
  expect(await toldOf(before.build)).toMatchObject({ type: 'rebuilt', build: before.build });

  await edit('src/pages/warning-board.page.tsx', (text) => text.replace('width: 350', 'width: 351'));
  const scripts = ({ manifest }: typeof before) =>
    (manifest.pages[0]?.files ?? []).map((index) => manifest.files[index]?.name ?? '');
  // A busy machine tells late of files that were there before the server: a build that changes nothing.
  let after = before;
  while (scripts(after).join() === scripts(before).join()) {
    const event = await next();
    expect(event).toMatchObject({ type: 'rebuilt', build: after.build + 1 });
    after = await plugin();
    if (after.build > event.build) await toldOf(after.build);
  }
  for (const name of [...scripts(before), ...scripts(after)]) {
    const file = await get(`/${name}`);
    expect(file.headers.get('content-type')).toContain('javascript');
    expect(await file.text()).toMatch(/^(\/\/ .*\n)?System\.register\(/);
  }

  // A browser's debugger shows the author's own files, by the paths of the project.
  const [page = ''] = scripts(after).slice(-1);
  expect((await get(`/${page}`)).headers.get('sourcemap')).toBe(`${page}.map`);
  const map = (await (await get(`/${page}.map`)).json()) as { sources: string[]; sourcesContent: string[] };
  const place = map.sources.indexOf('src/pages/warning-board.page.tsx');
  expect(map.sourcesContent[place]).toContain('width: 351');

  await edit('plugin.json', (text) => text.replace('"locales": ["en", "zh"]', '"locales": []'));
  let fault = await next();
  while (fault.type === 'rebuilt') fault = await next();
  expect(fault).toMatchObject({ type: 'failed' });
  expect(fault.build).toBeGreaterThan(after.build);
  expect(fault.message).toContain('plugin.json is not right');
  expect((await get('/plugin.json')).status).toBe(503);

  await edit('plugin.json', (text) => text.replace('"locales": []', '"locales": ["en", "zh"]'));
  let mended = await next();
  while (mended.type === 'failed') mended = await next();
  expect(mended).toMatchObject({ type: 'rebuilt' });
  stop.abort();
});

test('consoles of this machine and those that were named may read it, no other site', async () => {
  const allowed = async (from: string) => (await get('/plugin.json', from)).headers.get('access-control-allow-origin');
  expect(await allowed('http://localhost:4300')).toBe('http://localhost:4300');
  expect(await allowed('https://console.example')).toBe('https://console.example');
  expect(await allowed('https://elsewhere.example')).toBeNull();
  expect(await allowed('https://localhost.elsewhere.example')).toBeNull();
  expect((await get('/package.json')).status).toBe(404);
  expect((await get('/..%2fplugin.json')).status).toBe(404);
});

test('a port that is taken is said to be, with what to type', async () => {
  const port = Number(new URL(origin).port);
  const { code, text } = await folder.run('visits', 'dev', '--port', String(port));
  expect(text).toContain(
    `The port ${port} is in use here, perhaps by another "kituo-plugin dev". Take another one: --port ${port + 1}`,
  );
  expect(code).toBe(1);
});

async function* readLines(response: Response): AsyncGenerator<unknown> {
  let rest = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + part).split('\n\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line.replace(/^data: /, ''));
  }
}
