import { expect, test } from 'vitest';
import { runSuites, type Outcome, type Suite } from './suite.ts';

const passed: Outcome = { passed: 1, failed: 0, skipped: 0, output: '' };

/** Suites that end when they are told, and a record of which run at the same time. */
function stage(shape: readonly Pick<Suite, 'name' | 'weight' | 'after'>[]) {
  const endings = new Map<string, () => void>();
  const started: string[] = [];
  const suites = shape.map((suite) => ({
    ...suite,
    run: () =>
      new Promise<Outcome>((resolve) => {
        started.push(suite.name);
        endings.set(suite.name, () => resolve(passed));
      }),
  }));
  const end = async (name: string) => {
    endings.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { suites, started, end };
}

test('light suites run side by side, a heavy one alone', async () => {
  const { suites, started, end } = stage([
    { name: 'a', weight: 1 },
    { name: 'b', weight: 1 },
    { name: 'heavy', weight: 2 },
    { name: 'c', weight: 1 },
  ]);
  const all = runSuites(suites, 2, () => undefined);
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b']);
  await end('a');
  expect(started).toEqual(['a', 'b', 'heavy']);
  await end('heavy');
  await end('c');
  expect((await all).map((finished) => finished.name)).toEqual(['b', 'a', 'heavy', 'c']);
});

test('a suite waits for those it comes after', async () => {
  const { suites, started, end } = stage([
    { name: 'build', weight: 1 },
    { name: 'e2e', weight: 1, after: ['build'] },
  ]);
  const all = runSuites(suites, 2, () => undefined);
  expect(started).toEqual(['build']);
  await end('build');
  await end('e2e');
  expect(await all).toHaveLength(2);
});

test('a suite that throws has failed and says why', async () => {
  const broken: Suite = {
    name: 'broken',
    weight: 1,
    run: () => Promise.reject(new Error('no disk left')),
  };
  const [finished] = await runSuites([broken], 2, () => undefined);
  expect(finished?.outcome).toMatchObject({ passed: 0, failed: 1 });
  expect(finished?.outcome.output).toContain('no disk left');
});
