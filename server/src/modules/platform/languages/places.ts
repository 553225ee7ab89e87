import type { languages, ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { catalogueOf } from './catalogue.ts';

/** The pages of a section, titled in the caller's language. */
export async function placesOf(
  namespace: string,
  { services, lang }: Pick<Call, 'services' | 'lang'>,
): Promise<ReplyOf<typeof languages.textPlaces>> {
  const { registry } = services;
  const { plugins } = registry.forPages(new Set(registry.offeredPages().keys()));
  const plugin = plugins.find(({ name }) => name === namespace);
  const texts = (await catalogueOf(services)).find((one) => one.namespace === namespace);
  return (plugin?.pages ?? []).map(({ path, name, titleKey }) => ({
    path,
    title: texts?.byLanguage.get(lang)?.get(titleKey) ?? texts?.byLanguage.get('en')?.get(titleKey) ?? name,
  }));
}
