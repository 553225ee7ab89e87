import { hasTexts, session$, textOf } from '@kituo/sdk';
import type { ContentView } from '../console/console-state.ts';

/** The headline that a page has in place of the menu's title; empty where it has none, or none in this language. */
export function headlineOf(content: ContentView): string {
  if (content.kind !== 'page') return '';
  const { plugin, page } = content.entry;
  const key = page.headlineTitleKey;
  return key !== undefined && hasTexts(plugin.name, session$.value.language) ? textOf(plugin.name, key) : '';
}
