import { expect, it } from 'vitest';
import english from '../../../locales/en.json' with { type: 'json' };
import chinese from '../../../locales/zh.json' with { type: 'json' };
import { ERROR_CATALOGUE } from '../../contracts/error-catalogue.ts';
import { sentenceInChinese } from '../../contracts/sentences.ts';
import { KIT_TEXTS } from './kit-texts.ts';

type Texts = ReadonlyMap<string, string>;

/** Dotted key → text, each placeholder a number: a sentence as it is read. */
function read(texts: object, above = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'object' && text !== null
      ? read(text, `${above}${key}.`)
      : [[above + key, String(text).replace(/\{\{?\w+\}?\}/g, '7')]],
  );
}

/** What forms say beside fields: the kit's and the SDK's own. */
const formTexts = (kit: readonly object[], sdk: { readonly validate: object }): Texts =>
  new Map(
    [...kit.flatMap((texts) => read(texts)), ...read(sdk.validate, 'validate.')].filter(([key]) =>
      /^(message|validate)\./.test(key),
    ),
  );
const said = {
  en: formTexts(KIT_TEXTS.en, english),
  zh: formTexts(KIT_TEXTS.zh, chinese),
};

const catalogue = new Map(
  Object.values(ERROR_CATALOGUE).map(({ en, zh }) => [read({ en })[0]?.[1], read({ zh })[0]?.[1]]),
);

it('forms say in Chinese what the server says for the same sentence', () => {
  const shared = [...said.en].flatMap(([key, text]) => {
    const listed = sentenceInChinese(text);
    const fromServer = catalogue.get(text) ?? (listed === text ? undefined : listed);
    return fromServer === undefined ? [] : [[key, fromServer] as const];
  });
  expect(shared.length).toBeGreaterThan(8);
  expect(shared.map(([key]) => [key, said.zh.get(key)])).toEqual(shared);
});

it('broken JSON is told in one sentence, wherever it is found', () => {
  const { JSON_INVALID } = ERROR_CATALOGUE;
  expect(said.en.get('message.json')).toBe(JSON_INVALID.en.replace(/\{\w+\}/g, '7'));
  expect(said.zh.get('message.json')).toBe(JSON_INVALID.zh.replace(/\{\w+\}/g, '7'));
});
