import { expect, it } from 'vitest';
import { openWith } from './open-with.ts';

it('opens what was asked for last, once, whichever answer comes first', async () => {
  const opened: string[] = [];
  const action = {
    name: 'update',
    label: 'Edit',
    isDangerous: false,
    isAllowed: () => true,
  };
  const answers = new Map<string, (row: string) => void>();
  const load = (row: string): Promise<string> =>
    new Promise((resolve) => answers.set(`${row} ${answers.size}`, resolve));
  const edit = openWith({ ...action, open: (row: string) => opened.push(row) }, load, () => true);
  // A double click, while nothing was to be seen; then another row instead.
  edit.open('slow');
  edit.open('slow');
  edit.open('quick');
  for (const [asked, answer] of [...answers].reverse()) answer(asked);
  await Promise.resolve();
  expect(opened).toEqual(['quick 2']);
});
