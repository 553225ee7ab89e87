import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gather } from '../../server/src/gathered.ts';
import { refuseUnlisted } from '../../server/src/modules/platform/jobs/index.ts';
import { modules } from '../../server/src/modules.ts';
import { implement } from '../../server/src/http/implement.ts';
import { job } from '../../sdk/src/contracts/index.ts';

const ROOT = join(import.meta.dirname, '../../server/src');
const doors = globSync('modules/*/*/index.ts', { cwd: ROOT });

describe('every module', () => {
  test.each(doors)('%s opens with a line that says what it is for', (door) => {
    expect(readFileSync(join(ROOT, door), 'utf8')).toMatch(/^\/\/ [A-Z].{10,110}\.\n\n/);
  });

  test('that brings something is listed by the name of its folder', () => {
    const bringing = doors.filter((door) => readFileSync(join(ROOT, door), 'utf8').includes('defineModule('));
    const folders = bringing.map((door) => basename(dirname(door)));
    expect(modules.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
  });
});

describe('what modules bring', () => {
  const kind = { kind: 'users.phone', title: { en: '', zh: '' }, field: 'phone', access: { page: ['/x'] } } as const;
  const reveal = { ...kind, load: async () => await Promise.resolve(null) };

  test('is gathered in any order', () => {
    const routes = [implement(job.cancel, async () => await Promise.reject(new Error('not called')))];
    const one = { name: 'one', reveals: [reveal] };
    const two = { name: 'two', routes };
    for (const list of [
      [one, two],
      [two, one],
    ]) {
      const gathered = gather(list);
      expect(gathered.routes).toEqual(routes);
      expect([...gathered.revealKinds.keys()]).toEqual(['users.phone']);
    }
  });

  test('is refused by its name where a job is defined that no module lists', () => {
    const { jobKinds } = gather(modules);
    expect(() => refuseUnlisted(jobKinds)).not.toThrow();
    const less = new Map([...jobKinds].filter(([kind]) => kind !== 'orders.allot'));
    expect(() => refuseUnlisted(less)).toThrow('no module lists the job kind orders.allot');
  });

  test('is refused by its name where two bring the same', () => {
    expect(() =>
      gather([
        { name: 'one', reveals: [reveal] },
        { name: 'two', reveals: [reveal] },
      ]),
    ).toThrow('users.phone');
    expect(() => gather([{ name: 'one' }, { name: 'one' }])).toThrow('the module one');
  });
});
