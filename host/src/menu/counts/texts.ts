import { addTexts } from '@kituo/sdk';
import english from '../../../locales/menu-counts/en.json' with { type: 'json' };
import chinese from '../../../locales/menu-counts/zh.json' with { type: 'json' };
import { useTextsOf } from '../../texts.ts';

// Loaded a moment after the first page: the start of everybody does not carry them.
const NAMESPACE = 'host-menu-counts';
addTexts(NAMESPACE, 'en', english);
addTexts(NAMESPACE, 'zh', chinese);

export const useCountText = () => useTextsOf(NAMESPACE);
