import { addTexts } from '@kituo/sdk';
import { shareTexts } from '@kituo/sdk/page';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const COLLECTORS_TEXTS = 'sdk-collectors';

addTexts(COLLECTORS_TEXTS, 'en', english);
addTexts(COLLECTORS_TEXTS, 'zh', chinese);

/** Names of columns, filters and codes stand in for what a section does not name itself. */
const namesOf = ({ collectors: _, ...names }: { readonly collectors: object }): object => names;
shareTexts({ en: namesOf(english), zh: namesOf(chinese) });
