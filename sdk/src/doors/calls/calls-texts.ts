import { addTexts } from '@kituo/sdk';
import { shareTexts } from '@kituo/sdk/page';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const CALLS_TEXTS = 'sdk-calls';

addTexts(CALLS_TEXTS, 'en', english);
addTexts(CALLS_TEXTS, 'zh', chinese);

/** Names of columns, filters and codes stand in for what a section does not name itself. */
const namesOf = ({ calls: _, ...names }: { readonly calls: object }): object => names;
shareTexts({ en: namesOf(english), zh: namesOf(chinese) });
