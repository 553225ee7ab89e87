import { addTexts } from '@kituo/sdk';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const PAYEE_TEXTS = 'sdk-payee';

addTexts(PAYEE_TEXTS, 'en', english);
addTexts(PAYEE_TEXTS, 'zh', chinese);
