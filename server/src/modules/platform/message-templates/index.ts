// Texts of messages by language and version, and the business nodes that send them.

import { defineModule } from '../../../define-module.ts';
import { enableTemplateKind } from './enable.ts';
import { templateExport } from './list.ts';
import { copyManyKind, disableManyKind, enableManyKind } from './many.ts';
import { messagePointFamily } from './point-family.ts';
import { pointExport } from './points.ts';
import { routes } from './routes.ts';
import { messageTemplateFamily } from './template-family.ts';

export { hopsOf } from './deliveries.ts';
export { contactsShown } from './contacts-shown.ts';
export { pointAt } from './point-family.ts';
export { renderNode, renderTemplate, type RenderedMessage } from './render.ts';
export { fitTemplate, messageTemplateFamily, templateTexts } from './template-family.ts';
export { subjectsOf } from './used-by.ts';

export const messageTemplates = defineModule({
  name: 'message-templates',
  routes,
  config: [messageTemplateFamily, messagePointFamily],
  jobs: [copyManyKind, disableManyKind, enableManyKind],
  changes: [enableTemplateKind],
  exports: [templateExport.kind, pointExport.kind],
});
