import { addTexts } from '@kituo/sdk';
import { useTextsOf } from '../../texts.ts';

// Loaded a moment after the first page: the start of everybody does not carry them.
const NAMESPACE = 'host-menu-counts';

addTexts(NAMESPACE, 'en', { waiting: '{{count}} waiting for you' });
addTexts(NAMESPACE, 'zh', { waiting: '{{count}} 项待您处理' });

export const useCountText = () => useTextsOf(NAMESPACE);
