import { languages } from '@kituo/sdk/contracts';
import type { FastifyReply } from 'fastify';
import type { Queryable } from '../../../db/database.ts';
import { implement } from '../../../http/implement.ts';
import { languageExport, missingExport } from './export.ts';
import type { Services } from '../../../services.ts';
import { catalogueOf } from './catalogue.ts';
import { sendFlag } from './flag.ts';
import { pageOfMissing, takeMissing } from './missing.ts';
import { isPresentRevision, namespacesOf } from './offered.ts';
import { placesOf } from './places.ts';
import { pageOfLanguages } from './rows.ts';
import { deleteLanguage, makeDefault, operateState, saveLanguage } from './save.ts';
import { namespacesFor, pageOfTexts, readOwnTexts } from './text-rows.ts';
import { saveText } from './text-save.ts';
import { queueTextExport } from './transfer.ts';

/** Texts written here, of host, SDK and kit and of these plugins. */
async function ownTextsOf(
  languageCode: string,
  plugins: readonly string[],
  { db, services }: { readonly db: Queryable; readonly services: Services },
): Promise<languages.OwnTexts> {
  const shared = (await catalogueOf(services)).filter(({ titleKey }) => titleKey === null);
  const allowed = new Set([...shared.map(({ namespace }) => namespace), ...plugins]);
  const texts: languages.OwnTexts = {};
  for (const { namespace, textKey, content } of await readOwnTexts(db, languageCode)) {
    if (allowed.has(namespace)) (texts[namespace] ??= {})[textKey] = content;
  }
  return texts;
}

/** Where the address names the texts as they are, what it answers stays right. */
function keep(reply: FastifyReply, visibility: 'public' | 'private'): void {
  reply.header('cache-control', `${visibility}, max-age=31536000, immutable`);
}

export const routes = [
  implement(languages.exportList, languageExport.queue),
  implement(languages.list, pageOfLanguages),
  implement(languages.save, saveLanguage),
  implement(languages.stateOperation, operateState),
  implement(languages.setDefault, makeDefault),
  implement(languages.remove, deleteLanguage),
  implement(languages.textPage, pageOfTexts),
  implement(languages.textNamespaces, async ({ languageCode }, call) => await namespacesFor(languageCode, call)),
  implement(languages.textPlaces, async ({ namespace }, call) => await placesOf(namespace, call)),
  implement(languages.textSave, saveText),
  implement(languages.textExport, queueTextExport),
  implement(languages.reportMissing, takeMissing),
  implement(languages.missingPage, pageOfMissing),
  implement(languages.missingExport, missingExport.queue),
  implement(languages.publicTexts, async (request, call) => {
    // Asked before the texts are read: what is written meanwhile has another address.
    const isPresent = await isPresentRevision(call.db, request, null);
    const texts = await ownTextsOf(request.languageCode, [], call);
    if (isPresent) keep(call.raw.reply, 'public');
    return texts;
  }),
  implement(languages.texts, async (request, call) => {
    const { services, caller, db } = call;
    const isPresent = await isPresentRevision(db, request, { services, pages: caller.pages });
    const plugins = namespacesOf(services, caller.pages);
    const texts = await ownTextsOf(request.languageCode, plugins, call);
    if (isPresent) keep(call.raw.reply, 'private');
    return texts;
  }),
  implement(languages.flag, sendFlag),
];
