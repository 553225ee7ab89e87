import * as z from 'zod/mini';
import { pluginDescription } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { formattedJson } from './formatted-json.ts';
import { describe, type SchemaNode } from './schema-sentences.ts';

/** What an editor shows beside a field of `plugin.json`, by its path. */
const SENTENCES: Readonly<Record<string, string>> = {
  name: 'The plugin, for good: lower-case letters, digits and dashes. It belongs to who publishes it first.',
  version: 'Raise it with every package: a published version never changes.',
  sdk: 'The SDK it was written for, as npm writes ranges: ^0.1.0.',
  publisher: 'Who signs its packages: the name of a file in registry/publishers.',
  section: 'Where its pages stand in the menu.',
  'section.path': 'The part of the address between AdminContent and the page: BranchVisits.',
  'section.titleKey': 'The key of the section’s title in locales/*.json.',
  pages: 'The pages it offers. A page’s path, in lower case, is the permission to open it.',
  'pages.name': 'The name in definePlugin({ pages }), and the last part of the address.',
  'pages.path': 'The whole address: /AdminContent/<section>/<name>.',
  'pages.titleKey': 'The key of its title in locales/*.json.',
  'pages.headlineTitleKey':
    'The key of a headline above the page and in the browser title, in place of the menu’s title.',
  'pages.module': 'The file of the page: src/pages/branch-visits.page.tsx.',
  'pages.codes': 'The operation codes its buttons ask for: area:thing:action.',
  'pages.always': 'For pages that everybody may open. Contributed plugins leave it out.',
  'pages.opens': 'The calls it begins with: the server answers them with the document.',
  'pages.opens.call': 'The name of an endpoint that reads: user.getUserList.',
  'pages.opens.request': 'What it is asked; ?orderNo takes what the address says under that name.',
  'pages.opens.list': 'For a list, whose filters, sort, page and size its address says.',
  'pages.opens.list.name': 'What its views are kept under, where that is not the call; null without views.',
  'pages.opens.list.sort': 'The sort where the address says none: userName, or -createdAt for the last first.',
  'pages.opens.list.always': 'Filters that it always sends.',
  'pages.opens.list.initial': 'Filters that hold where the address says nothing of them: last 7 days.',
  'pages.opens.when': 'Only where the address says one of these under the name; the empty text is nothing.',
  capabilities: 'What it asks for. An operator grants it; anything else is refused.',
  'capabilities.api': 'API families it calls, as beginnings of their paths: user/warning/.',
  'capabilities.clipboard': 'It copies to the clipboard.',
  'capabilities.download': 'It saves files.',
  slots: 'Parts of pages that plugins draw for one another.',
  'slots.offers': 'Places in its own pages that others may fill: branch-visits.tile.',
  'slots.fills': 'What it puts into others’ pages; loaded only where that place is drawn.',
  'slots.fills.slot': 'home.tile, order-detail.tab, customer.action, or one that another plugin offers.',
  'slots.fills.name': 'The name in definePlugin({ fills }).',
  'slots.fills.titleKey': 'The key of its title in locales/*.json.',
  'slots.fills.module': 'Its file: src/visits-today.tsx.',
  'slots.fills.page': 'The page of this plugin that a person has to hold to see it.',
  backend: 'A service of the publisher’s own, called at /api/plugin/<name>/….',
  'backend.routes': 'The calls that are passed on to it; an operator grants the address.',
  'backend.routes.method': 'GET reads; the others change something and carry an idempotency key.',
  'backend.routes.path': 'Below the service: /visits/{no}.',
  'backend.routes.page': 'The page of this plugin that a person has to hold to call it.',
  locales: 'The languages of locales/*.json; every key stands in each.',
  budgetKb: 'The most that one page of it costs who opens it, brotli, KB. The build fails past it.',
};

/** The JSON schema of `plugin.json`, for editors; made from the schema that the build checks with. */
export async function pluginSchema(): Promise<string> {
  const made = z.toJSONSchema(pluginDescription, { io: 'input', reused: 'inline' });
  const schema: SchemaNode = JSON.parse(JSON.stringify(made));
  describe(schema, SENTENCES);
  return formattedJson({ title: 'Kituo plugin', ...schema });
}
