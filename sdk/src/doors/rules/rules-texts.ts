import { addTexts } from '@kituo/sdk';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const RULES_TEXTS = 'sdk-rules';

addTexts(RULES_TEXTS, 'en', english);
addTexts(RULES_TEXTS, 'zh', chinese);
