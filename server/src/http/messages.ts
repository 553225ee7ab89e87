import { ERROR_CATALOGUE, sentenceInChinese } from '@kituo/sdk/contracts';
import type { ErrorName } from '@kituo/sdk/contracts';
import { shownDay } from '../ground/shown-time.ts';
import type { ErrorFacts } from './app-error.ts';

export type ServerLanguage = 'en' | 'zh';

export function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(ERROR_CATALOGUE, text);
}

const isDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The catalogue's text with its `{facts}` filled in; a day among them reads as days do on the page. */
export function textOfError(error: ErrorName, language: ServerLanguage, facts: ErrorFacts): string {
  return ERROR_CATALOGUE[error][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = String(facts[name] ?? whole);
    return isDay.test(fact) ? shownDay(fact) : fact;
  });
}

/** A field's message in the caller's language; the name of an error becomes the catalogue's text. */
export function textOfMessage(message: string, language: ServerLanguage): string {
  if (isErrorName(message)) return textOfError(message, language, {});
  return language === 'en' ? message : sentenceInChinese(message);
}
