import { addTexts } from '@kituo/sdk';
import { shareTexts } from '@kituo/sdk/page';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const CASES_TEXTS = 'sdk-cases';

addTexts(CASES_TEXTS, 'en', english);
addTexts(CASES_TEXTS, 'zh', chinese);

/** Names of columns, filters, actions and codes stand in for what a section does not name itself; sentences do not. */
const namesOf = ({ cases: _, ...names }: { readonly cases: object }): object => names;
shareTexts({ en: namesOf(english), zh: namesOf(chinese) });
