import { addTexts } from '@kituo/sdk';
import english from '../../locales/frame/en.json' with { type: 'json' };
import chinese from '../../locales/frame/zh.json' with { type: 'json' };

/** The namespace of what is said around frames: it comes with them. */
export const FRAME_TEXTS = 'host-frame';

addTexts(FRAME_TEXTS, 'en', english);
addTexts(FRAME_TEXTS, 'zh', chinese);
