import { addTexts } from '@kituo/sdk';
import { shareTexts } from '@kituo/sdk/page';
import english from './locales/en.json' with { type: 'json' };
import chinese from './locales/zh.json' with { type: 'json' };

/** The namespace of what this door says: it comes with it. */
export const PHONE_TEXTS = 'sdk-phone';

addTexts(PHONE_TEXTS, 'en', english);
addTexts(PHONE_TEXTS, 'zh', chinese);

/** Of the form for a pause: its field reads the words of the plugin that draws it, and not every one has them. */
const shown = ({ PAUSE_REASON, field }: typeof english) => ({ PAUSE_REASON, field });
shareTexts({ en: shown(english), zh: shown(chinese) });
