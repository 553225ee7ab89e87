import { expect, test } from 'vitest';
import { newsIn, readNews } from './whats-new.ts';

const changelog = `# Changelog

## 0.3.0

### What people notice
- Jobs stand in
  the top bar. <!-- zh: 顶栏显示任务。 -->
- Filters fold on a phone.

### For operators
- Set KITUO_X.

## 0.2.0

- For operators alone.

### What people notice
- Older. <!-- a note -->
`;

test('takes what people notice, newest first, each in both languages', () => {
  expect(newsIn(changelog)).toEqual([
    { en: 'Jobs stand in the top bar.', zh: '顶栏显示任务。' },
    { en: 'Filters fold on a phone.', zh: 'Filters fold on a phone.' },
    { en: 'Older.', zh: 'Older.' },
  ]);
});

test('has no news without a changelog, and some, in both languages, of our own', async () => {
  expect(await readNews(new URL('absent.md', import.meta.url))).toEqual([]);
  const own = await readNews();
  expect(own.length).toBeGreaterThan(0);
  for (const { en, zh } of own) expect(zh).not.toBe(en);
});
