import { addTexts } from '@kituo/sdk';
import english from '../../locales/settings/en.json' with { type: 'json' };
import { useTextsOf } from '../texts.ts';

// English comes with the drawer: the start of everybody does not carry it. Other languages are in their own file.
const NAMESPACE = 'host-settings';
addTexts(NAMESPACE, 'en', english);

export const useSettingsText = () => useTextsOf(NAMESPACE);
