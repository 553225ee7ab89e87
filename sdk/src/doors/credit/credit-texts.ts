import { addTexts } from '@kituo/sdk';
import { shareTexts } from '@kituo/sdk/page';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const CREDIT_TEXTS = 'sdk-credit';

addTexts(CREDIT_TEXTS, 'en', english);
addTexts(CREDIT_TEXTS, 'zh', chinese);
// Fields and actions are read by the names of the plugin that draws them.
shareTexts({ en: english, zh: chinese });
