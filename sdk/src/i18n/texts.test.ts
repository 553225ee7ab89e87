import { afterEach, expect, test } from 'vitest';
import { languageChain } from './language-code.ts';
import { addTexts, hasTexts, missingTexts$, removeTexts, setOwnTexts, showLanguage, textOf } from './texts.ts';

const languages = [
  { languageCode: 'en', baseCode: null },
  { languageCode: 'zh', baseCode: 'en' },
  { languageCode: 'ke', baseCode: 'en' },
  { languageCode: 'sw', baseCode: 'en' },
  { languageCode: 'sh', baseCode: 'sw' },
];
const english = {
  title: 'Title',
  deep: { greeting: 'Hello {{name}}' },
  rows_one: '{{count}} row',
  rows_other: '{{count}} rows',
};

afterEach(() => {
  for (const code of ['en', 'zh', 'ke', 'sw', 'sh']) setOwnTexts(code, {});
  removeTexts('tickets');
  showLanguage('en', languages);
});

test.each([
  ['en', ['en']],
  ['zh', ['zh', 'en']],
  ['sh', ['sh', 'sw', 'en']],
  ['qq', ['qq', 'en']],
])('%s falls back over %j', (code, chain) => {
  expect(languageChain(code, languages)).toEqual(chain);
});

test('two languages that name one another end at English', () => {
  const circle = [
    { languageCode: 'aa', baseCode: 'bb' },
    { languageCode: 'bb', baseCode: 'aa' },
  ];
  expect(languageChain('aa', circle)).toEqual(['aa', 'bb', 'en']);
});

test('a Latin name stands apart from Chinese letters, a Chinese one does not', () => {
  showLanguage('zh', languages);
  addTexts('tickets', 'en', english);
  addTexts('tickets', 'zh', { deep: { edit: '编辑{{name}}', closed: '“{{name}}”已关闭{{times}}次' } });
  expect(textOf('tickets', 'deep.edit', { name: 'Returning' })).toBe('编辑 Returning');
  expect(textOf('tickets', 'deep.edit', { name: '老客户' })).toBe('编辑老客户');
  expect(textOf('tickets', 'deep.closed', { name: 'A < B', times: 3 })).toBe('“A < B”已关闭 3 次');
});

test('own texts lie over the shipped ones, whichever come first, and are lifted again', () => {
  showLanguage('zh', languages);
  setOwnTexts('zh', { tickets: { title: '票', 'deep.greeting': '你好，{{name}}' } });
  expect(hasTexts('tickets', 'zh')).toBe(false);
  addTexts('tickets', 'en', english);
  addTexts('tickets', 'zh', { title: '标题' });
  expect(textOf('tickets', 'title')).toBe('票');
  expect(textOf('tickets', 'deep.greeting', { name: 'Amina' })).toBe('你好，Amina');
  // A plugin that was released and comes back brings its shipped texts again.
  removeTexts('tickets');
  addTexts('tickets', 'en', english);
  addTexts('tickets', 'zh', { title: '标题' });
  expect(textOf('tickets', 'title')).toBe('票');
  setOwnTexts('zh', { tickets: { title: '工单' } });
  expect(textOf('tickets', 'title')).toBe('工单');
  setOwnTexts('zh', {});
  expect(textOf('tickets', 'title')).toBe('标题');
  expect(textOf('tickets', 'deep.greeting', { name: 'Amina' })).toBe('Hello Amina');
});

test('Kenyan English is English with words of its own, plurals included', () => {
  addTexts('tickets', 'en', english);
  setOwnTexts('ke', { tickets: { title: 'Tiketi', rows_one: '{{count}} tiketi' } });
  showLanguage('ke', languages);
  expect(textOf('tickets', 'title')).toBe('Tiketi');
  expect(textOf('tickets', 'rows', { count: 1 })).toBe('1 tiketi');
  expect(textOf('tickets', 'rows', { count: 2 })).toBe('2 rows');
  showLanguage('en', languages);
  expect(textOf('tickets', 'title')).toBe('Title');
});

test('a count chooses its plural and is read with its thousands apart; other numbers stay as they are', () => {
  addTexts('tickets', 'en', {
    ...english,
    of_one: '{{count}} row of {{year}}',
    of_other: '{{count}} rows of {{year}}',
  });
  expect(textOf('tickets', 'rows', { count: 10_000 })).toBe('10,000 rows');
  expect(textOf('tickets', 'of', { count: 1, year: 2026 })).toBe('1 row of 2026');
  expect(textOf('tickets', 'of', { count: 12_000, year: 2026 })).toBe('12,000 rows of 2026');
});

test('a text is missing where neither the language nor what stands in for it has it', () => {
  const missed: object[] = [];
  const following = missingTexts$.subscribe((text) => missed.push(text));
  addTexts('tickets', 'en', english);
  addTexts('tickets', 'sw', { title: 'Kichwa' });
  showLanguage('sh', languages);
  expect(textOf('tickets', 'title')).toBe('Kichwa');
  expect(textOf('tickets', 'deep.greeting', { name: 'A' })).toBe('Hello A');
  showLanguage('ke', languages);
  expect(textOf('tickets', 'title')).toBe('Title');
  following.unsubscribe();
  expect(missed).toEqual([{ namespace: 'tickets', key: 'deep.greeting', language: 'sh' }]);
});
