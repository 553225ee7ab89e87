import { addTexts } from '@kituo/sdk';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const PHONE_TEXTS = 'sdk-phone';

addTexts(PHONE_TEXTS, 'en', english);
addTexts(PHONE_TEXTS, 'zh', chinese);
