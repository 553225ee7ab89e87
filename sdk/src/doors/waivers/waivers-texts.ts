import { addTexts } from '@kituo/sdk';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const WAIVERS_TEXTS = 'sdk-waivers';

addTexts(WAIVERS_TEXTS, 'en', english);
addTexts(WAIVERS_TEXTS, 'zh', chinese);
